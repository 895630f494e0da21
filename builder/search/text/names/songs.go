package names

// songs are songs, carols, hymns and numbers of works for the stage that people call by another
// title than programmes do, or by their first line.
const songs = `
	adeste fideles = o come all ye faithful = oh come all ye faithful = herbei o ihr gläubigen
	auld lang syne = valsa da despedida = ce n'est qu'un au revoir = nehmt abschied brüder
	battle hymn of the republic = glory glory hallelujah
	black orpheus = orfeu negro = orphée noir = orfeo negro
	carol of the bells = shchedryk
	danny boy = londonderry air
	es ist ein ros entsprungen = lo how a rose e'er blooming
	frère jacques = bruder jakob = martinillo
	girl from ipanema = garota de ipanema = fille d'ipanema = chica de ipanema =
		девушка из ипанемы
	god rest ye merry gentlemen = god rest you merry gentlemen
	god save the queen = god save the king
	hark the herald angels sing = hark the herald angels
	how great thou art = quão grande és tu = cuán grande es él = wie groß bist du
	in dulci jubilo = good christian men rejoice
	little drummer boy = enfant au tambour
	mack the knife = moritat von mackie messer = complainte de mackie =
		баллада о мэкки-ноже
	marseillaise = marselhesa = marsellesa = марсельеза
	mighty fortress is our god = ein feste burg ist unser gott = castelo forte é nosso deus =
		castillo fuerte es nuestro dios
	nessun dorma = none shall sleep
	o du fröhliche = o sanctissima
	o holy night = oh holy night = minuit chrétiens
	o tannenbaum = oh tannenbaum = o christmas tree = oh christmas tree = mon beau sapin
	over the rainbow = somewhere over the rainbow = além do arco-íris
	pilgrims' chorus = pilgerchor = coro dos peregrinos = coro de los peregrinos =
		chœur des pèlerins
	silent night = stille nacht = noite feliz = noche de paz = douce nuit = тихая ночь =
		astro del ciel
	singin' in the rain = singing in the rain = cantando na chuva = cantando bajo la lluvia =
		chantons sous la pluie`
