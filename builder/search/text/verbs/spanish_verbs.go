package verbs

// The verbs of Spanish in -ar, and those in -er and -ir, whose letters change only as the spelling
// asks (c and qu, g and gu, z and c, g and j, -zco of those in -cer and -ucir, -y- of those in
// -uir). A stem behind a colon is that of the participle.
const spanishAr = `
	abandonar abaratar abonar abordar abrazar abrochar abundar aburrar acabar acampar acariciar
	acelerar aceptar acercar aclarar acompanar aconsejar acortar acostumbrar acotar activar
	actualizar actuar acumular acusar adaptar adecuar adelantar adivinar adjudicar adjuntar
	administrar admirar adoptar adornar afectar afinar afirmar afrontar agitar agotar agradar
	agrandar agregar agrietar agrupar aguantar ahorrar aislar ajustar alabar alargar albergar
	alcanzar alegrar alejar aligerar alimentar alinear alistar aliviar almacenar alojar alquilar
	alterar alternar amar amenizar amortizar ampliar analizar anclar anexar angustiar anidar
	animar anorar anotar ansiar anular anunciar apadrinar apagar apasionar apelar apilar aplastar
	aplicar aportar apostillar apoyar aprisionar aprovechar apuntar apurar archivar arengar armar
	armonizar arraigar arrancar arrastrar arreglar arriesgar arrojar arropar arruinar asear
	asegurar asesorar asfaltar asignar asociar asombrar aspirar asustar atacar aterrar aterrizar
	atinar atrapar atropellar aumentar autenticar automatizar autorizar avalar avanzar avecinar
	aventurar averiguar avisar ayudar bailar bajar balancear banar barajar barnizar bastar
	batallar bautizar besar bifurcar bisar biselar blanquear blindar bloquear boicotear bombardear
	bordar bordear borrar bostezar brillar brindar bromear brotar bucear burlar buscar cabalgar
	cachear caducar calcular calibrar calificar callar callejear calmar calzar cambiar caminar
	camuflar canalizar cancelar canjear cansar cantar canturrear capacitar capitalizar captar
	capturar caracterizar carbonizar cargar caricaturizar castigar catalogar causar cazar celebrar
	cenar centrar cepillar chapotear charlar chatear chequear chocar chutar cifrar citar
	clasificar clausurar clavar cliquear clonar cobrar cocinar codificar coeditar cohabitar
	cohesionar colaborar colapsar coleccionar colocar colonizar colorear columpiar combinar
	comentar comercializar compactar compaginar comparar compendiar compensar compilar completar
	complicar comprar comunicar concentrar conceptualizar concienciar conciliar concursar
	condecorar condensar condicionar conectar confeccionar confiar configurar confirmar congelar
	congregar conjugar conllevar conmemorar conquistar consagrar consensuar conservar considerar
	consolidar constatar consultar consumar contactar contagiar contaminar contemplar contestar
	contextualizar contornear contrarrestar contrastar contratar controlar conversar convocar
	cooperar coordinar copiar coreografiar coronar corroborar cortar cortejar cosechar cotejar
	cotizar crear criar criticar cronometrar cruzar cuantificar cubicar cuestionar cuidar culminar
	cultivar cumplimentar curar curiosear danar danzar debilitar debutar decantar decepcionar
	declarar decodificar decorar dedicar degustar dejar delegar deleitar deliberar delimitar
	demandar demorar denominar denunciar depilar deportar depositar depurar derivar derramar
	derribar derrochar derrotar derrumbar desacelerar desaconsejar desactivar desafiar desafinar
	desagradar desagregar desalojar desarrollar desatar desayunar desbloquear desbordar
	descalificar descansar descargar descartar descifrar desclasificar descodificar descolorar
	desconectar desdoblar desear desembarcar desembocar desempacar desempenar desencadenar
	desenchufar desenfocar desenredar desfilar desfragmentar desgastar desglosar deshabilitar
	deshojar designar desinfectar desinstalar deslizar deslumbrar desmantelar desmontar desnudar
	desorganizar despegar despejar desperdiciar despistar desplazar despreciar destacar destapar
	destilar destinar destronar destrozar desvelar desviar desvincular detallar detectar
	determinar detonar devastar devorar diagnosticar dialogar dibujar dictar difamar diferenciar
	difuminar digitalizar dinamizar diseminar disenar disertar disfrazar disfrutar disimular
	disparar dispensar disputar distanciar distorsionar diversificar doblar doblegar documentar
	domar domesticar dominar donar dosificar dotar dramatizar drenar duplicar durar echar
	economizar editar educar ejecutar ejemplificar ejercitar elaborar elevar eliminar embalar
	embarcar embotellar embrujar emigrar emocionar empadronar empapar empapelar empaquetar
	emparejar empatar empenar empeorar emplear empujar emular enamorar encabezar encadenar encajar
	encaminar encantar encarar encarcelar encargar encarnar encauzar enchufar encriptar
	encuadernar encuadrar encuestar encumbrar endulzar enfadar enfatizar enfermar enfocar
	enfrentar enfriar enganar enganchar engordar engrasar enjuagar enlazar enmarcar enmascarar
	enraizar enredar enrollar enrutar ensalzar ensamblar ensanchar ensayar ensenar ensuciar
	entonar entrar entregar entrelazar entrenar entrevistar entusiasmar enumerar enunciar envasar
	enviar equilibrar equipar equiparar equivocar errar esbozar escalar escanear escapar
	escenificar escoltar escuchar escudrinar esmaltar espaciar espantar especificar esperar espiar
	esquiar esquivar estabilizar estacionar estafar estallar estampar estandarizar esterilizar
	estilizar estimar estimular estirar estrechar estrenar estresar estropear estructurar estudiar
	etiquetar evaluar evaporar evitar evocar evolucionar exagerar exaltar examinar excavar excitar
	exclamar excusar exfoliar exhortar experimentar expirar explicar explorar explotar exportar
	expresar expropiar exteriorizar extrapolar extraviar fabricar facilitar fallar falsificar
	faltar fascinar felicitar fermentar festejar fidelizar fijar filmar filtrar finalizar
	financiar firmar florear flotar fluctuar focalizar fomentar forjar formar formatear formular
	fortificar fotocopiar fotografiar fracasar fraccionar fragmentar fraguar frenar frotar fumar
	funcionar fundar fusilar fusionar galardonar galopar ganar garantizar gastar gatear generar
	germinar gesticular gestionar girar glosar golpear gotear gozar grabar graduar grapar
	gratificar gravitar gritar guardar guiar gustar habilitar habitar habituar hablar hackear
	halagar heredar hidratar hilvanar hojear homenajear honrar hornear hospedar hospitalizar
	humanizar identificar ignorar igualar iluminar ilustrar imaginar imitar impactar implantar
	implementar importar impregnar impresionar improvisar impugnar imputar inaugurar incentivar
	incinerar incitar inclinar incorporar incrementar incrustar incubar indagar indemnizar
	independizar indexar indicar industrializar infectar informar ingresar inicializar iniciar
	inmigrar inmortalizar inmovilizar inmunizar innovar inquietar insertar inspeccionar inspirar
	instalar instaurar insultar integrar intensificar intentar interactuar intercalar intercambiar
	interesar interiorizar internacionalizar interpretar interrogar intrigar inventar inventariar
	invernar investigar invitar invocar irritar jadear jubilar juntar jurar justificar juzgar
	ladear ladrar lamentar lanzar lavar legalizar levantar levitar liberar licitar liderar lijar
	limitar limpiar listar llamar llegar llenar llevar llorar localizar lograr lubricar luchar
	machacar madrugar madurar mandar manejar maniobrar manipular manufacturar mapear maquetar
	maquillar maravillar marcar marchar marear masajear mascar masificar masticar matar
	materializar matricular maullar maximizar mecanografiar medicar meditar mejorar memorizar
	mencionar menospreciar mensajear merodear mezclar migrar militarizar mimar minimizar
	minusvalorar mirar mitigar modelar moderar modernizar modificar mojar moldear molestar
	monetizar monitorear monitorizar montar motivar mudar multiplicar musicalizar musitar nadar
	narrar navegar necesitar negociar neutralizar niquelar nivelar nombrar nominar normalizar
	notar notificar numerar obligar obsequiar observar obsesionar obstaculizar obturar ocultar
	ocupar odiar ofertar oficializar oficiar ofuscar olfatear olvidar ondear operar opinar optar
	optimizar ordenar organizar orientar originar ostentar otorgar oxigenar pacificar pagar
	paladear palpar parafrasear paralizar parar parchar parchear parodiar participar pasar pasear
	patear patentar patinar patrocinar pausar pautar pedalear pegar peinar pelar pelear perdonar
	perfeccionar perfilar perforar perfumar permutar pernoctar perpetuar personalizar personificar
	pescar pilotar pinchar pintar pintarrajear pisar plagiar planear planificar plantar plantear
	platicar podar polarizar polemizar polinizar ponderar posicionar postular potenciar practicar
	predicar prefijar preguntar premiar preocupar preparar preseleccionar presenciar presentar
	preservar presionar prestar previsualizar priorizar privar procesar proclamar procurar
	profesar profesionalizar profundizar programar progresar proliferar prolongar promediar
	promocionar promulgar pronosticar pronunciar propagar propiciar proporcionar prorrogar
	protagonizar protestar provocar proyectar publicar publicitar pulsar puntear puntuar purificar
	quebrantar quedar quejar quemar quitar racionalizar radicar rapear rasgar rastrear razonar
	reaccionar reactivar reagrupar realimentar realizar realzar reanudar rearmar rebajar recalcar
	recalcular recapacitar recargar recauchutar recaudar rechazar reciclar recitar reclamar
	reclasificar reclinar reclutar recobrar recolectar recolocar reconciliar reconectar
	reconfigurar reconquistar recopilar recortar recrear rectificar recuperar redactar
	redimensionar redisenar redondear reeditar reemplazar reenviar reestructurar referenciar
	reflejar reflexionar reforestar reformar refrescar refrigerar regalar regatear regenerar
	registrar regresar regularizar rehabilitar reiniciar reinsertar reinstalar reintegrar
	reinterpretar reinventar reivindicar relacionar relajar relanzar relatar relevar rellenar
	remar remasterizar rematar remezclar remontar remunerar renderizar renombrar rentabilizar
	rentar renunciar reorganizar reparar repasar repatriar repicar repintar replantear replicar
	reportar reposar representar reprogramar requisar resaltar rescatar reservar respaldar
	respetar respirar responsabilizar restar restaurar resucitar resultar retar retirar retocar
	retomar retornar retrasar retratar reubicar reunificar reutilizar revalorizar revelar revisar
	revitalizar revolotear revolucionar rezar rimar rizar robar rociar rodear ronronear rotular
	saborear sabotear sacar sacrificar saldar salpicar saltar saludar salvar sanear santificar
	satirizar saturar sazonar secar secuenciar secuestrar segmentar segregar seleccionar sellar
	senalar sensibilizar separar sepultar significar silbar silenciar simbolizar simplificar
	simular sincronizar sintetizar sintonizar situar sobrecargar sobrepasar socializar solapar
	solicitar solidarizar sollozar solucionar sombrear soplar soportar sortear sospechar suavizar
	subastar subcontratar subrayar subtitular succionar sudar sugestionar sujetar sumar
	suministrar superar supervisar suplantar surfear suspirar tachar tallar tamizar tantear tapear
	tapizar taponar tararear tardar tatuar teatralizar teclear telefonear teletrabajar tematizar
	temporizar terminar testear tildar tirar tocar tolerar tomar totalizar trabajar tragar
	tramitar transformar transitar transpirar transportar trasladar trasnochar traspasar
	trasplantar trastocar trasvasar tratar trazar trenzar trepar tributar triplicar tripular
	triturar triunfar trocear tunear tutelar tutorizar ubicar unificar urbanizar usar usurpar
	utilizar vaciar vacunar validar valorar vandalizar variar vaticinar venerar ventilar veranear
	verbalizar verificar versificar versionar viajar vibrar vigilar vincular viralizar visibilizar
	visionar visitar vislumbrar visualizar vitorear vocalizar voltear vomitar votar zapatear
	zapear zarpar zonificar`

const spanishErIr = `
	abatir abrir:abiert aburrir acceder acudir admitir afligir agradecer agredir aludir amanecer
	anadir anochecer aparecer apetecer aplaudir aprender arder asistir asumir atribuir barrer
	batir beber carecer ceder coexistir coger coincidir combatir comer cometer compartir competer
	complacer comprender comprimir comprometer conceder concluir conducir confundir conocer
	constituir construir consumir contribuir convivir correr corresponder corromper:corrupt coser
	crecer cubrir:cubiert cumplir debatir deber decidir decrecer deducir definir depender
	desaparecer desaprender descomprimir desconocer describir:descrit descubrir:descubiert
	desistir desobedecer destruir difundir diluir dimitir dirigir discutir disminuir distinguir
	distribuir disuadir dividir ejercer embellecer emitir emprender encoger encubrir:encubiert
	endurecer enloquecer ennegrecer enriquecer entreabrir:entreabiert entristecer envejecer
	esclarecer escoger esconder escribir:escrit esculpir escupir esparcir establecer estremecer
	evadir exceder excluir exhibir exigir eximir existir expandir exprimir extinguir fallecer
	favorecer fingir florecer fluir fortalecer fundir guarnecer huir hundir impartir
	imprimir:impres incluir incurrir inducir infligir influir inhibir inscribir:inscrit insistir
	instruir interrumpir introducir intuir invadir lucir merecer meter nacer nutrir obedecer
	ocurrir ofrecer omitir oprimir oscurecer padecer parecer partir percibir percutir permanecer
	permitir persistir persuadir pertenecer preinscribir:preinscrit prender prescribir:prescrit
	presidir presumir pretender proceder producir prohibir prometer proteger pudrir pulir
	reabrir:reabiert reaparecer recibir recoger recomer reconocer reconstruir recorrer redefinir
	redescubrir:redescubiert redirigir redistribuir reducir reescribir:reescrit
	reimprimir:reimpres rejuvenecer relucir remitir repartir reprender reprimir reproducir residir
	resistir responder restablecer resumir resurgir retransmitir retroceder reunir revender
	revivir romper:rot rugir seducir sobrevivir socorrer someter sorprender subdividir subir
	subscribir:subscrit subsistir suceder sucumbir sufrir suplir suprimir surgir suscribir:suscrit
	suspender sustituir tejer toser traducir transcribir:transcrit transgredir transmitir unir
	urdir urgir vencer vender vivir yacer zambullir`

// spanishChanging are verbs whose stem changes where it is stressed, by what e or o become: e and
// ie, o or u and ue, e and ie or i, e and i, o and ue or u.
var spanishChanging = [...]struct{ stressed, raised, verbs string }{
	{"ie", "", `
	acertar alentar apretar ascender atender atravesar calentar cerrar comenzar concertar confesar
	defender denegar descender despertar desplegar empezar encender encerrar encomendar entender
	enterrar extender fregar gobernar manifestar merendar negar pensar perder plegar quebrar
	recomendar regar remendar replegar sembrar sentar sosegar temblar tender tentar transcender
	tropezar verter`},
	{"ue", "", `
	acordar acostar almorzar apostar aprobar cocer colgar comprobar conmover consolar contar
	costar degollar demostrar descolgar descontar desenvolver:desenvuelt devolver:devuelt
	disolver:disuelt doler encontrar envolver:envuelt esforzar forzar jugar llover morder mostrar
	mover poblar probar promover recontar recordar reencontrar reforzar remover renovar repoblar
	resolver:resuelt resonar revolver:revuelt rodar rogar sobrevolar soltar sonar torcer tostar
	volar volcar volver:vuelt`},
	{"ie", "i", `
	adherir advertir conferir consentir convertir desmentir diferir digerir divertir herir hervir
	ingerir interferir invertir mentir preferir reconvertir referir requerir sentir sugerir
	transferir`},
	{"i", "i", `
	competir concebir conseguir corregir derretir despedir desvestir elegir expedir impedir
	investir medir pedir perseguir proseguir rendir renir repetir revestir seguir servir tenir
	vestir`},
	{"ue", "u", `
	dormir morir:muert`},
}

// spanishIrregular are the other verbs, one a line: the infinitive, prefixes that it also stands
// behind, and its parts. Left out are those that mostly help others: ser, estar, haber, ir, dar.
const spanishIrregular = `
	tener man con de re sos ob entre abs = ten.e0 tien.e1 teng.e2 teng.e3 tuv.p tendr.f ten.k
	venir con inter pro pre sobre = ven.i0 vien.e1 veng.e2 veng.e3 vin.p vin.r vendr.f
	poner com dis ex pro su im o re sobre contra de inter trans yuxta presu recom super = pon.e0
		pon.e1 pong.e2 pong.e3 pus.p pondr.f puest.pp pon.w pon.k
	hacer des re = hac.e0 hac.e1 hag.e2 hag.e3 hic.p hizo.w har.f hech.pp haz.w haz.k
	satisfacer = satisfac.e0 satisfac.e1 satisfag.e2 satisfag.e3 satisfic.p satisfizo.w satisfar.f
		satisfech.pp
	decir = dec.i0 dic.e1 dig.e2 dig.e3 dij.j dir.f dich.pp di.k dic.r
	predecir = predec.i0 predic.e1 predig.e2 predig.e3 predij.j predic.r predich.pp
	bendecir = bendec.i0 bendic.e1 bendig.e2 bendig.e3 bendij.j bendic.r bendit.pp
	maldecir = maldec.i0 maldic.e1 maldig.e2 maldig.e3 maldij.j maldic.r maldit.pp
	traer con dis ex re sus abs a = tra.e0 tra.e1 traig.e2 traig.e3 traj.j tra.y
	caer de re = ca.e0 ca.e1 caig.e2 caig.e3 ca.y
	oir = o.i0 oy.e1 oig.e2 oig.e3 o.y
	salir sobre = sal.i0 sal.e1 salg.e2 salg.e3 saldr.f sal.r
	valer equi = val.e0 val.e1 valg.e2 valg.e3 valdr.f
	saber = sab.e0 sab.e1 sep.e2 sep.e3 sup.p sabr.f
	caber = cab.e0 cab.e1 quep.e2 quep.e3 cup.p cabr.f
	querer = quer.e0 quier.e1 quier.e2 quer.e3 quis.p querr.f
	poder = pod.e0 pued.e1 pued.e2 pod.e3 pud.p podr.f pud.r
	ver pre = ver.w viendo.w visto.b vistos.b vistas.b veo.w ves.b ve.b ven.b vemos.w vea.w veas.w
		veamos.w vean.w vio.w vieron.w vimos.w veia.w veian.w vera.b veran.w veremos.w veria.w
		verian.w ver.k viendo.k vea.k
	leer re = le.e0 le.e1 le.e2 le.e3 le.y
	creer = cre.e0 cre.e1 cre.e2 cre.e3 cre.y
	poseer = pose.e0 pose.e1 pose.e2 pose.e3 pose.y
	proveer = prove.e0 prove.e1 prove.e2 prove.e3 prove.y provist.pp
	reir son = re.i0 ri.e1 ri.e2 ri.e3 ri.r
	freir so = fre.i0 fri.e1 fri.e2 frit.pp fri.r
	oler = ol.e0 huel.e1 huel.e2 ol.e3
	adquirir = adquir.i0 adquier.e1 adquier.e2 adquir.e3 adquir.r
	inquirir = inquir.i0 inquier.e1 inquier.e2 inquir.e3 inquir.r
	andar = and.a0 and.a1 and.a2 and.a3 anduv.p`

// spanishNouns are the nouns of deeds and of people and things that do them which are made of a
// verb, behind it ("Diccionario de la lengua española": acción, efecto, persona que), where no
// ending of spanishGroups makes them: of those in -or and -ción the singular, masculine.
const spanishNouns = `
	abrir apertura; acceder acceso; actuar actor actriz; adquirir adquisicion; agredir agresion;
	analizar analisis; aparecer aparicion; aprender aprendizaje aprendiz; asistir asistente
	asistencia; aterrizar aterrizaje; atraer atraccion; bailar bailarin; caer caida; caminar
	caminata camino; cantar cantante cancion cantor; cocinar cocinero; coleccionar coleccion
	coleccionista; comer comida; componer compositor composicion; comprender comprension;
	comprimir compresion compresor; conceder concesion; concluir conclusion; conducir conductor
	conduccion; conectar conexion conector; construir constructor construccion; consumir consumo;
	contar cuento cuentista cuentacuentos; controlar control; convertir conversion conversor;
	corregir correccion corrector; correr carrera; coser costura; creer creencia; decidir
	decision; deducir deduccion; defender defensa defensor; descomprimir descompresion; describir
	descripcion; desplegar despliegue; destruir destruccion; dibujar dibujante; dirigir director;
	distribuir distribucion; divertir diversion; dividir division; doblar doblaje; editar edicion
	editor; elegir eleccion; emitir emision emisor; ensenar ensenanza; entrar entrada; escanear
	escaner; escribir escritura escritor; esculpir escultura escultor; esquiar esqui; estudiar
	estudiante estudio; examinar examen; exhibir exhibicion; exponer exposicion expositor;
	expresar expresion; extraer extraccion extractor; fotografiar fotografia fotografo; fusionar
	fusion; gestionar gestion gestor; imprimir impresion impresor; incluir inclusion; inscribir
	inscripcion; instruir instruccion instructor; interactuar interaccion; interpretar interprete;
	introducir introduccion; invadir invasion; inventar inventor; invertir inversion inversor;
	leer lectura lector; masajear masaje; medir medida; mensajear mensaje; montar montaje; morir
	muerte; mover movimiento; nadar natacion; obtener obtencion; ofrecer oferta; oir audicion
	oido; participar participante; patinar patinaje; pedir peticion; perder perdida; pilotar
	piloto; pintar pintura pintor; poseer posesion; prevenir prevencion; probar prueba; producir
	produccion productor; proteger proteccion protector; proyectar proyeccion proyector; recibir
	recepcion; reciclar reciclaje; reducir reduccion; reproducir reproduccion reproductor;
	resolver resolucion; retransmitir retransmision; reunir reunion; revisar revision; rodar
	rodaje; salir salida; seguir seguimiento; sonar sonido; subtitular subtitulo; supervisar
	supervision supervisor; suscribir suscripcion suscriptor; sustituir sustitucion; tatuar
	tatuaje; teclear teclado; temblar temblor; traducir traduccion traductor; transcribir
	transcripcion transcriptor; transferir transferencia; transmitir transmision transmisor; unir
	union; vender venta; ver vista vision visor; viajar viajero; visitar visitante; vivir vida
	vivienda; volver vuelta`

// spanishNoNouns look like nouns made of a verb, and mostly say something else.
const spanishNoNouns = `
	aplicacion aplicaciones asociacion asociaciones borrador borradores consolador encantador
	encantadora encantadoras encantadores fundacion fundaciones habitacion habitaciones matador
	matadores mirador miradores ordenador ordenadora ordenadoras ordenadores parador paradores
	salvador salvadora salvadoras salvadores servidor servidores tocador tocadores vividor vividora
	vividores`
