// Package french has tables of French that text reads: nouns whose plural ends in x.
package french

import "strings"

// Rows returns the words that stand for each other, a row each, folded.
func Rows() (rows [][]string) {
	var singular, plural string
	for line := range strings.Lines(plurals) {
		stems := strings.Fields(line)
		if len(stems) > 0 && !strings.HasPrefix(line, "\t\t") {
			singular, plural, stems = stems[0], stems[1], stems[2:]
		}
		for _, stem := range stems {
			rows = append(rows, []string{stem + singular, stem + plural})
		}
	}
	return rows
}

// plurals are the stems of common nouns behind the endings of their singular and plural (Le Bon
// Usage; Le Robert). What is indented further goes on with the line before.
//
// Rules of endings join them as well; here they are known to be spelled right, so that chevaux is
// not taken for cheveux.
const plurals = `
	al aux amir anim arsen boc can capit capor cardin chen chev confessionn crist fan gener
		hopit ide journ littor loc madrig marech memori met miner piedest quint riv sign termin
		tribun vass veget
	ail aux b cor em soupir trav vant vitr
	eau eaux agn ann bat berc bord bur cad cerv cham chap chat cis copi corb cord cout crap
		drap escab faisc flamb fourn gat ham jum lionc mant mart moin monc morc nouv ois pann pinc
		plat pot rad rid rond ros roul ruiss tabl taur tomb tonn trap troup vaiss
	eu eux adi av chev di enj f j li mili nev v
	ou oux bij caill ch gen hib jouj p`
