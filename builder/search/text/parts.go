package text

import (
	"strings"
	"sync"
)

// germanParts are simple words that German makes most of its compounds of, beside the words of the
// catalogue itself: of 72 events few have both Rad and Tour as words of their own, and Radtour is
// one all the same. Each is a headword of Duden; nouns of everyday life and of what people do in
// their spare time, in the singular, and verbs whose stem stands before nouns (Nähkurs). Left out
// are those that are an ending of other words as well (Ente, Alter, Test) or of names of people
// (Sohn, Mann).
const germanParts = `
	Abend Acker Advent Affe Akademie Altstadt Amt Anfang Apfel Arbeit Arzt Atelier Atem Auge Auto
	Baby Bach Bahn Ball Ballett Band Bank Barock Bart Basar Bauch Bauer Baum Becken Beere Berg
	Beruf Bett Bibliothek Biene Bier Bild Birne Blatt Blume Blut Boden Boot Brauch Braut Brett
	Brief Brille Brot Bruder Brunnen Brücke Buch Bude Bühne Burg Bürger Butter Burger
	Chor Comedy Computer Dach Dame Dampf Disko Dorf Drache Druck Duft Dunkel
	Ecke Eis Eisen Eltern Engel Erde Ernte Esel Fabrik Fach Faden Fahne Fahrrad Familie Farbe
	Fasching Feder Feier Feld Fenster Ferien Fest Festival Feuer Figur Film Fisch Flagge Flamme
	Fleisch Floh Flöte Flug Fluss Folk Foto Frau Freizeit Freund Frieden Frucht Früh Frühling
	Frühstück Fuchs Führung Fuß Fußball Garten Gasse Gast Geburt Geist Geld Gemälde Gemeinde
	Gemüse Gesang Geschichte Gespräch Gesundheit Gewürz Gitarre Glas Glocke Glück Gold Gott Grab
	Gras Grill Gruppe Gürtel Haar Hafen Halle Handwerk Haus Haut Heide Heimat Herbst Herz Hexe
	Himmel Hirsch Hobby Hochschule Hochzeit Hof Höhle Holz Honig Horn Hund Humor Hügel Hütte
	Insel Instrument Jagd Jahr Jazz Jugend Kabarett Kaffee Kaiser Kammer Kanal Kanu Kapelle
	Karneval Karte Kartoffel Käse Kasten Katze Keller Keramik Kerze Kette Kind Kino Kirche Kirsche
	Klasse Klavier Kleid Kleider Klima Kloster Kneipe Knochen Koffer Kohle Kolleg König Konzert
	Kopf Korb Körper Kraft Kräuter Kranz Krankheit Kreis Kreuz Krieg Krimi Krippe Küche Kuchen
	Kugel Kultur Kunst Kurs Küste Labor Laden Lager Lampe Land Landschaft Laterne Lauf Leben
	Leder Lehm Lehrer Leiter Leinwand Lesung Leuchtturm Licht Liebe Lied Literatur Luft Mädchen
	Magie Maler Malerei Märchen Markt Marsch Maschine Maske Mauer Maus Medien Meer Meister
	Mensch Messe Metall Milch Mittag Mitternacht Mode Modell Mond Moor Moos Mord Motor Motorrad
	Mühle Mund Münze Museum Musik Mutter Nacht Nadel Nachbar Nachmittag Nähmaschine Natur Nebel
	Netz Obst Ofen Oper Orchester Orgel Oster Ostern Palast Papier Park Party Pfad Pfarrer Pferd
	Pflanze Pflege Pilz Plakat Planet Platte Platz Poesie Politik Pony Post Preis Presse Prinz
	Probe Programm Projekt Puppe Quartett Quartier Quelle Quiz Rad Radio Rathaus Raum Rausch Recht
	Reformation Regen Reise Reiter Rennen Restaurant Revue Ring Ritter Rock Roman Rose Runde
	Rundgang Saal Sache Saft Sage Saison Salat Salz Samen Sammler Sand Sänger Satz Säule Schach
	Schatten Schatz Schau Schauspiel Schein Schiff Schirm Schlacht Schlag Schlager Schlange
	Schloss Schlüssel Schmied Schmuck Schnee Schnitt Schnitzel Schokolade Schrank Schrift Schuh
	Schule Schüler Schutz Schwein Schwester See Segel Seide Seife Seil Seminar Senioren Silber
	Silvester Sinn Skulptur Slam Sommer Sonne Spaß Spaziergang Speise Spiegel Spiel Spitze
	Sport Sprache Sprung Stadion Stadt Stall Stamm Stand Star Stein Stelle Stern Stiftung Stimme
	Stock Stoff Straße Strand Strauch Streich Strom Stube Stück Student Studio Stuhl Stunde Sturm
	Suppe Tafel Tal Tango Tante Tanz Tasche Tasse Taufe Technik Tee Teich Tempel Theater Thron
	Tier Tisch Tochter Töpfer Topf Tor Torte Tour Tracht Traum Treff Treffen Treppe Trommel
	Trompete Tuch Turm Turnier Umwelt Universität Vater Verein Verkehr Vieh Vogel Volk Vortrag
	Wagen Wahl Wald Wand Wanderung Ware Wärme Wasser Weihnacht Weihnachten Wein Welt Werk
	Werkstatt Wetter Wette Wiese Wind Winter Wirtschaft Wissen Wissenschaft Woche Wolf Wolke Wolle
	Wort Wunder Würfel Wurst Wurzel Wüste Zahl Zahn Zauber Zeichen Zeit Zeitung Zelt Zentrum
	Ziege Ziel Zimmer Zirkus Zoo Zucker Zug Zukunft
	backen basteln baden feiern hören kochen lachen laufen lernen lesen malen nähen reiten rudern
	schreiben schwimmen segeln singen spielen stricken tanzen trinken turnen wandern zeichnen`

// GermanParts returns the words that compounds are most often made of, folded.
var GermanParts = sync.OnceValue(func() []string { return strings.Fields(Fold(germanParts)) })
