package verbs

import (
	"strings"
	"sync"
)

// spanishGroups are the endings of Spanish: of verbs in -ar (a), -er (e) and -ir (i), and what
// all share. Those numbered 0 follow the stem of the infinitive, 1 the stressed one, 2 that of
// the imperative and 3 that of the first persons; r, y, p and j are past tenses, f is the
// future, k and w what follows an imperative; those with n make nouns. Pronouns that are written
// together with a form are parts of its ending. Left out are -aria and -eria, which adjectives
// and nouns end in.
const spanishGroups = `
	a0 ar .ado .ada .ados .adas ando amos ais aste asteis aron aba abas abamos aban ad ara
		aras aramos aran are aremos areis ariamos arian arlo arla arlos arlas arle arles arse
		arme arte arnos andolo andola andolos andolas andose andome andonos
	a1 .o .a .as an alo ala alos alas
	a2 .e .es en elo ela elos elas ese enlo enla enlos enlas
	a3 emos
	e0 er .ido .ida .idos .idas iendo emos eis i io iste isteis ieron ia ias iamos ian ed iera ieras
		ieramos ieran era eras eran ere eremos ereis eriamos erian erlo erla erlos erlas
		erle erles erse erme erte ernos iendolo iendola iendolos iendolas iendose iendome
	e1 .e .es en elo ela elos elas
	e2 .o .a .as an alo ala alos alas ase anlo anla anlos anlas
	e3 amos
	i0 ir .ido .ida .idos .idas imos is i iste isteis id ia ias iamos ian ira iras iran ire iremos
		ireis iria irias iriamos irian irlo irla irlos irlas irle irles irse irme irte irnos
	r iendo io ieron iera ieras ieramos ieran iendolo iendola iendolos iendolas iendose iendome
	y yendo yo yeron yera yeras yeramos yeran yendolo yendola yendolos yendolas yendose
	p .e .o iste imos isteis ieron iera ieras ieramos ieran
	j .e .o iste imos isteis eron era eras eramos eran
	f a an as e emos ia ias iamos ian
	k lo la los las le les me se te nos
	pp .o .a .os .as
	w -
	b .-
	an _acion _aciones _ador _adores _adora _adoras _adura _amiento _amientos
	en _edor _edores _edora _edoras _imiento _imientos
	in _idor _idores _idora _idoras _icion _iciones _imiento _imientos
	nv _- _s
	nor _or _ores _ora _oras
	nion _ion _iones
	nc _- _es _a _as`

// spanishApart are forms that mostly are other words, after the entries of the spelling dictionary
// of RLA-ES that verbs of the tables have as a form.
const spanishApart = `
	acerca amen amo anden articulo autentica autenticas autentico bajo bano barra barras barrera
	barreras barrio barro basta bastas basto bata batan bate bato borde bordes cabra cabras
	calibre calle calles calzado camino cantara cargo caso centro citara clave claves clavo cobre
	coma comas cometa cometas como compacta compactas compacto completa completas completo
	concierto contenida contenido contenidos corrida corridas cortes corto cosa cosas coso critico
	cuadro cuenta cuentas cupo danes debida debidas debido debidos doble dobles documentas
	documento domestica domestico domino dona donas dura duras duro elegia entrada entradas entre
	equipo espacio especifica especificas especifico estrecha estrechas estrecho estudio expresa
	expreso fabrica fabricas falla fallas fijo firme firmes forma formas formula formulas fria
	frias frio fuerza fuerzas funda fundas fundo generala genero gira giras habito hacia ilustre
	ilustres junta juntas junto leo levante limite limites lista listas listo luces lucia lucias
	lucio madrugada madrugadas mando manifiesto marco mascara mascaras mascaron mata matas mate
	mates mato media medias medica medicas medico medida medidas mentira mentiras meta metas meto
	monte montes monto motivo nada nadas negocio niveles nombre nombres nomina nominas nota notas
	numero nutria nutrias oficiala oficialas oido opera operas ordenes oriente para paras paro
	parte partes partida partidas partido partidos parto pasada pasadas pasado pasados pase pases
	paso pela pelas pelo perfiles picara pilota piloto piso planta plantas planto plegaria
	plegarias podio potencia potencias practico presente presentes presidio prestamos presupuesta
	presupuesto presupuestos previo previos programa programas programo publica publicas publico
	puebla pueblas pueblo puesta puestas puesto puestos pulso querida queridas querido queridos
	rasgo refresco refrescos resta restas resto resultado resultados revista revistas revisto ria
	rias rio rocio rueda ruedas ruedo sabia sabias sabio saco salva salvas salvo seguida seguidas
	seguido seguidos sentido sentidos sumo supuesta supuestas supuesto supuestos tarde tardes teja
	tejado tejas tejo tendera tienda tiendas tiendo tina tinas tino tira tiras trago traje trajes
	transito una unas unida unidas unido unidos uno vacuno valida validas valido validos valores
	varia varias vario vera vino vista vistas viva vivas vivo vuelta vueltas`

// Spanish returns the verbs of Spanish.
var Spanish = sync.OnceValue(func() *Table {
	t, groups := newTable("es", spanishGroups, spanishApart, spanishNoNouns)
	s := spanish{&conjugator{t, groups}}
	for _, table := range [...]string{spanishAr, spanishErIr} {
		s.addAll(table, "", "")
	}
	for _, change := range spanishChanging {
		s.addAll(change.verbs, change.stressed, change.raised)
	}
	s.addIrregular(spanishIrregular)
	s.addNouns(spanishNouns)
	return t.done()
})

// spanish adds verbs of Spanish to a table.
type spanish struct{ *conjugator }

// addAll adds the verbs of a table whose stems change so where they are stressed and raised.
func (s spanish) addAll(table, stressed, raised string) {
	for verb := range strings.FieldsSeq(table) {
		infinitive, participle, _ := strings.Cut(verb, ":")
		v := Verb{Infinitive: infinitive}
		stem, ending := infinitive[:len(infinitive)-2], infinitive[len(infinitive)-2:]
		strong, high := changed(stem, stressed), stem
		if raised != "" {
			high = changed(stem, raised)
		}
		switch {
		case ending == "ar":
			s.addAr(&v, stem, strong)
		case strings.HasSuffix(infinitive, "uir") && !strings.HasSuffix(infinitive, "guir"):
			for _, group := range [...]string{"e1", "e2", "e3"} {
				s.part(&v, stem+"y", group)
			}
			s.part(&v, stem, "i0")
			s.part(&v, stem, "in")
			s.part(&v, stem, "y")
		default:
			s.addErIr(&v, stem, strong, high, ending)
		}
		if participle != "" {
			s.part(&v, participle, "pp")
		}
		s.add(v)
	}
}

func (s spanish) addAr(v *Verb, stem, strong string) {
	if strings.HasSuffix(stem, "ion") { // funciones, of función
		s.Apart[stem+"es"] = true
	}
	s.part(v, stem, "a0")
	s.part(v, stem, "an")
	s.part(v, strong, "a1")
	s.part(v, beforeE(strong), "a2")
	s.part(v, beforeE(stem), "a3")
}

func (s spanish) addErIr(v *Verb, stem, strong, high, ending string) {
	s.part(v, strong, "e1")
	s.part(v, beforeA(strong, stem), "e2")
	s.part(v, beforeA(high, stem), "e3")
	if ending == "er" {
		s.part(v, stem, "e0")
		s.part(v, stem, "en")
		return
	}
	s.part(v, stem, "i0")
	s.part(v, stem, "in")
	s.part(v, high, "r")
	if before, ok := strings.CutSuffix(stem, "duc"); ok { // condujo
		s.part(v, before+"duj", "j")
	}
}

// beforeE is a stem of a verb in -ar as it is written before e.
func beforeE(stem string) string {
	switch before, last := stem[:len(stem)-1], stem[len(stem)-1]; last {
	case 'c':
		return before + "qu"
	case 'g':
		return stem + "u"
	case 'z':
		return before + "c"
	}
	return stem
}

// beforeA is a stem of a verb in -er or -ir as it is written before a and o. weak is the stem of
// the infinitive: where that has another vowel, c is z and not zc.
func beforeA(stem, weak string) string {
	before := stem[:len(stem)-1]
	switch {
	case strings.HasSuffix(stem, "gu"):
		return before
	case strings.HasSuffix(stem, "g"):
		return before + "j"
	case !strings.HasSuffix(stem, "c"):
		return stem
	case stem == weak && strings.ContainsAny(before[len(before)-1:], "aeou"):
		return before + "zc"
	}
	return before + "z"
}
