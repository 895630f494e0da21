package russian

import "sync"

// international are words of many languages that Russian writes in its own letters, in rows that
// strokes part, the Latin spellings first: what S. A. Kuznetsov's "Great Dictionary of the Russian
// Language" and the spelling dictionary of the Academy (V. V. Lopatin, 2012) list as borrowed, of
// computers, media, music, dance, sports, games, food and events, and names of programs and
// services that people say in Russian. Texts and people write either. Left out are words whose
// forms are another word (сет and сеть, федора), and those that are only related (вальс, waltz).
// Words stand as in a dictionary; of one with = no form differs.
const international = `
	internet интернет инет / online онлайн он-лайн / offline офлайн
	оффлайн / web веб / website вебсайт / site сайт / blog блог / blogger
	блогер блоггер / vlog влог / podcast подкаст / stream стрим /
	streaming стриминг / streamer стример / content контент / video видео
	/ audio аудио / media медиа / multimedia мультимедиа / radio радио /
	player плеер плейер / mediaplayer медиаплеер / browser браузер /
	server сервер / client клиент / file файл / printer принтер / scanner
	сканер / terminal терминал / console консоль / monitor монитор /
	processor процессор / computer компьютер комп / notebook ноутбук
	ноут / smartphone смартфон / gadget гаджет / camera камера / webcam
	webcamera вебкамера / microphone микрофон / joystick джойстик / driver
	драйвер / module модуль / plugin плагин / widget виджет / applet
	апплет / script скрипт / code код / codec кодек / format формат /
	archive архив / archiver архиватор / document документ / manager
	менеджер / organizer organiser органайзер / calendar календарь /
	contact контакт / chat чат / messenger мессенджер / email e-mail имейл
	емейл / spam спам / login логин / account аккаунт / profile профиль
	/ protocol протокол / port порт / proxy прокси / host хост / hosting
	хостинг / domain домен / router роутер / modem модем / wifi wi-fi
	вайфай вай-фай / bluetooth блютуз блютус / disk disc диск / flash
	флэш флеш / backup бэкап бекап / torrent торрент / tracker трекер
	/ timer таймер / emulator эмулятор / simulator симулятор / calculator
	калькулятор / converter конвертер конвертор / compiler
	компилятор / debugger дебаггер / generator генератор / administrator
	администратор админ / hacker хакер / hackathon хакатон / developer
	девелопер / framework фреймворк / desktop десктоп / interface
	интерфейс / pixel пиксель / screenshot скриншот / screencast
	скринкаст / unicode юникод / pdf пдф / robot робот / drone дрон /
	startup стартап / recorder рекордер / mixer миксер / equalizer
	эквалайзер / synthesizer синтезатор / sequencer секвенсор / sample
	сэмпл семпл / sampler сэмплер семплер / track трек / single
	сингл / album альбом / playlist плейлист / hit хит / remix ремикс /
	cover кавер / karaoke караоке / dj deejay диджей ди-джей / mc эмси /
	vocal вокал / duet дуэт / trio трио / quartet квартет / quintet
	квинтет / orchestra оркестр / concert концерт / concerto кончерто /
	opera опера / operetta оперетта / ballet балет / musical мюзикл / jazz
	джаз / jazzman джазмен / jam джем / rock рок / rocknroll rock-n-roll
	рокнролл рок-н-ролл / punk панк / metal метал / hardcore хардкор
	/ grunge гранж / indie инди / blues блюз / soul соул / funk фанк / rap
	рэп реп / rapper рэпер репер / hiphop hip-hop хипхоп хип-хоп / rnb
	арнби / pop поп / kpop k-pop кейпоп кей-поп / techno техно / house
	хаус / electro электро / disco диско / rave рейв / reggae регги / ska
	ска / swing свинг / country кантри / folk фолк / ethno этно / ambient
	эмбиент / lounge лаунж / noise нойз / gospel госпел / bossanova
	босанова босса-нова / samba самба / salsa сальса / bachata
	бачата / kizomba кизомба / tango танго / milonga милонга / flamenco
	фламенко / rumba румба / hustle хастл / breakdance брейкданс / twist
	твист / contemporary контемпорари / zumba зумба / guitar гитара /
	saxophone саксофон / ukulele укулеле / piano пиано= / synth синт /
	beatbox битбокс / beatboxer битбоксер / beatles битлз / festival
	фестиваль / fest фест / show шоу / standup stand-up стендап
	стенд-ап / comedy комеди / performance перформанс / performer
	перформер / happening хеппенинг / installation инсталляция /
	vernissage вернисаж / biennale биеннале / workshop воркшоп / masterclass
	мастеркласс мастер-класс / meetup митап / forum форум / summit
	саммит / congress конгресс / seminar семинар / webinar вебинар /
	training тренинг / coaching коучинг / coach коуч / mentor ментор /
	speaker спикер / networking нетворкинг / coworking коворкинг / business
	бизнес / marketing маркетинг / management менеджмент / brand бренд
	/ design дизайн / designer дизайнер / art арт / artist артист / streetart
	street-art стритарт стрит-арт / graffiti граффити / photo фото= /
	auto авто= / moto мото= / retro ретро= / eco эко / comics comic комикс /
	manga манга / anime аниме / cosplay косплей / cosplayer косплеер /
	fantasy фэнтези / horror хоррор / thriller триллер / trailer трейлер
	/ teaser тизер / blockbuster блокбастер / film фильм / slam слэм
	слем / battle баттл батл / quest квест / quiz квиз / puzzle пазл /
	tetris тетрис / sudoku судоку / mahjong mahjongg маджонг / reversi
	реверси / arkanoid арканоид / arcade аркада / poker покер / domino
	домино= / bingo бинго / lotto лото= / scrabble скрабл скрэббл /
	football футбол / basketball баскетбол / volleyball волейбол / handball
	гандбол / tennis теннис / badminton бадминтон / hockey хоккей /
	rugby регби / golf гольф / bowling боулинг / curling керлинг / marathon
	марафон / triathlon триатлон / biathlon биатлон / sport спорт /
	fitness фитнес / crossfit кроссфит / yoga йога / pilates пилатес /
	karate карате каратэ / judo дзюдо / aikido айкидо / taekwondo
	тхэквондо таэквондо / parkour паркур / surfing серфинг /
	snowboard сноуборд / skateboard скейтборд / skate скейт / kart карт /
	karting картинг / rally ралли / regatta регата / derby дерби / club
	клуб / bar бар / pub паб / cafe кафе / restaurant ресторан / loft лофт
	/ lobby лобби / hall холл / arena арена / park парк / plaza плаза / hotel
	отель / hostel хостел / center centre центр / museum музей / theatre
	theater театр / circus цирк / planetarium планетарий / party пати /
	afterparty афтепати афтерпати / openair open-air опенэйр опен-эйр
	/ event ивент / promo промо / premiere премьера / gala гала / live
	лайв / picnic пикник / market маркет / sale сейл / outlet аутлет /
	street стрит / food фуд / foodcourt фудкорт / burger бургер / pizza
	пицца / pasta паста / sushi суши / coffee кофе / cappuccino капучино /
	cocktail коктейль / whisky whiskey виски / barbecue bbq барбекю / vegan
	веган / fashion фэшн фешн / style стиль / hobby хобби / kids кидс /
	halloween хэллоуин хеллоуин / volunteer волонтер / linux линукс /
	unix юникс / windows виндоус виндовс винда / android андроид /
	ubuntu убунту / debian дебиан / gnome гном / kde кде / microsoft
	майкрософт / apple эппл эпл / iphone айфон / ipad айпад / google
	гугл / chrome хром / firefox файрфокс фаерфокс / yandex яндекс /
	telegram телеграм телеграмм / whatsapp вотсап ватсап / viber
	вайбер / skype скайп / zoom зум / youtube ютуб ютьюб / tiktok
	тикток / instagram инстаграм инстаграмм / facebook фейсбук /
	twitter твиттер / discord дискорд / twitch твич / steam стим / photoshop
	фотошоп / excel эксель / powerpoint пауэрпойнт / java джава ява /
	javascript джаваскрипт / python питон пайтон / php пхп / git гит /
	github гитхаб / docker докер / kubernetes кубернетес / latex латех /
	matrix матрикс / wikipedia википедия / wiki вики`

var internationals = sync.OnceValue(func() *sameWords { return newSameWords(international) })

// International returns the rows of words that are written in Latin and in Russian letters: see
// Rows.
func International() [][]string { return rowsOf(international) }

// IsInternational reports whether EachInternational may have something of a folded word: a quick
// no.
func IsInternational(w []byte) bool { return internationals().begins.has(w) }

// EachInternational calls f with all words, in all forms, of the rows of International that a
// folded word stands in, and reports whether there is one. r are the readings of the word, none of
// one in Latin letters.
func EachInternational(w []byte, r *Readings, buf []byte, f func(form []byte)) ([]byte, bool) {
	return internationals().each(w, r, buf, f)
}
