package english

// music are works and instruments with the abbreviations of Grove Music Online (sym., conc.) and of
// programmes and parts (pno, vln) that are no other words: fl is Florida, qt a library. Works in
// two languages stand in one row where English programmes have both: Symphonie Fantastique.
const music = `
	symphony symphonies symphonie symph sym
	concerto concertos concerti conc cto
	opus op
	orchestra orchestras orch
	quartet quartets qtet
	piano pianos pno
	violin violins vln
	viola violas vla
	clarinet clarinets clar
	bassoon bassoons bsn
	trumpet trumpets tpt
	trombone trombones tbn
	guitar guitars gtr
	percussion perc
	soprano sopranos sop
	conductor conductors cond
	k kv koechel
`
