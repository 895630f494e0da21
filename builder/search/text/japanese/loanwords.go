package japanese

import "strings"

// Loanwords are words and names that Japanese people write in Latin letters and in katakana, by
// kind: the Latin word, then its katakana, which JMdict (EDICT) has with that source word. Those of
// one entry are the same word, also clipped. A blank inside a Latin name is written _. An entry
// that begins with > goes one way: the katakana mean another word too (ロック is a lock as well), so
// who types them finds the Latin word, and not the other way round.
const Loanwords = `
	# music and dance
	acoustic アコースティック, album アルバム, ambient アンビエント, anthem アンセム, aria アリア, artist アーティスト アーチスト,
	audition オーディション, ballad バラード バラッド, ballet バレエ, band バンド, banjo バンジョー, baroque バロック,
	> bass ベース, bassoon バスーン ファゴット, beat ビート, blues ブルース, bossa_nova ボサノヴァ, brass ブラス,
	cabaret キャバレー, cantata カンタータ, capoeira カポエイラ, cello チェロ, chamber チェンバー, choir クワイア クワイヤ,
	chorus コーラス, clarinet クラリネット, classic クラシック クラシックス, classical クラシカル クラシック, composer コンポーザー,
	concert コンサート, concerto コンチェルト, conductor コンダクター, contrabass コントラバス, country カントリー, cover カバー,
	dance ダンス, dancer ダンサー, debut デビュー, disco ディスコ, dj ディージェイ, drum ドラム ドラムス, duet デュエット, duo デュオ,
	electro エレクトロ, encore アンコール, ensemble アンサンブル, euphonium ユーフォニアム, fado ファド, fanfare ファンファーレ,
	flamenco フラメンコ, flute フルート, folk フォーク, folklore フォルクローレ, funk ファンク, fusion フュージョン,
	gamelan ガムラン, gospel ゴスペル, guitar ギター, guitarist ギタリスト, harmonica ハーモニカ, harmony ハーモニー,
	harp ハープ, hip_hop ヒップホップ, horn ホルン, > house ハウス, hula フラ, idol アイドル, improvisation インプロビゼーション,
	indie インディー インディーズ, jam ジャム, jazz ジャズ, karaoke カラオケ, keyboard キーボード, latin ラテン, live ライブ,
	lyric リリック, mandolin マンドリン, march マーチ, marimba マリンバ, medley メドレー, melody メロディー, metal メタル,
	music ミュージック, musical ミュージカル, musician ミュージシャン, nocturne ノクターン, noise ノイズ, oboe オーボエ,
	ocarina オカリナ, opera オペラ, operetta オペレッタ, orchestra オーケストラ オケ, organ オルガン, percussion パーカッション,
	philharmonic フィルハーモニー フィルハーモニック フィル, pianist ピアニスト, piano ピアノ, playlist プレイリスト, pop ポップ,
	pops ポップス, prelude プレリュード, > punk パンク, quartet カルテット クァルテット, quintet クインテット, rap ラップ,
	rapper ラッパー, recital リサイタル, reggae レゲエ, remix リミックス, requiem レクイエム, rhapsody ラプソディー,
	rhythm リズム, > rock ロック, rumba ルンバ, salsa サルサ, samba サンバ, sax サックス,
	saxophone サクソフォン サキソフォン サクソフォーン, septet セプテット, serenade セレナーデ, session セッション, singer シンガー,
	sonata ソナタ, song ソング, songwriter ソングライター, soprano ソプラノ, > soul ソウル, sound サウンド,
	soundtrack サウンドトラック サントラ, steel_pan スチールパン, string ストリング, strings ストリングス, studio スタジオ,
	swing スイング, symphony シンフォニー, synthesizer シンセサイザー シンセ, tango タンゴ, tap タップ, techno テクノ,
	tenor テノール, timpani ティンパニ, trance トランス, trio トリオ, trombone トロンボーン, trumpet トランペット, tuba チューバ,
	ukulele ウクレレ, unit ユニット, viola ヴィオラ, violin ヴァイオリン, vocal ボーカル, vocalist ボーカリスト, waltz ワルツ,
	whistle ホイッスル, wind ウインド, zydeco ザディコ,
	# events
	academy アカデミー, after_party アフターパーティー, anniversary アニバーサリー, art アート, arts アーツ, atelier アトリエ,
	auction オークション, award アワード, awards アワーズ, bar バー, bazaar バザー バザール, > best ベスト, biennale ビエンナーレ,
	book ブック, books ブックス, booth ブース, camp キャンプ, campaign キャンペーン, carnival カーニバル, ceremony セレモニー,
	challenge チャレンジ, championship チャンピオンシップ, charity チャリティー, christmas クリスマス, cinema シネマ,
	circus サーカス, collection コレクション, comedy コメディー, comic コミック, community コミュニティー,
	competition コンペティション コンペ, conference カンファレンス コンファレンス, congress コングレス, contest コンテスト,
	cosplay コスプレ, countdown カウントダウン, craft クラフト, creator クリエイター クリエーター, cup カップ, cycling サイクリング,
	design デザイン, designer デザイナー, dinner ディナー, display ディスプレイ, drama ドラマ, easter イースター, event イベント,
	exhibit エキシビット, exhibition エキシビション エキシビジョン, expo エキスポ, fair フェア, family ファミリー, > fan ファン,
	fantasy ファンタジー, fashion ファッション, fes フェス, festa フェスタ, festival フェスティバル フェス, final ファイナル,
	finale フィナーレ, fitness フィットネス, flea_market フリーマーケット フリマ, forum フォーラム, > free フリー, gala ガラ,
	gallery ギャラリー, game ゲーム, gender ジェンダー, hackathon ハッカソン, halloween ハロウィン ハロウィーン,
	handmade ハンドメイド, hiking ハイキング, illumination イルミネーション, illustration イラストレーション イラスト,
	illustrator イラストレーター, international インターナショナル, introduction イントロダクション, kids キッズ,
	lecture レクチャー, lesson レッスン, life ライフ, > light ライト, lightup ライトアップ, magic マジック, magician マジシャン,
	manga マンガ, marathon マラソン, marche マルシェ, market マーケット, marketing マーケティング, > master マスター,
	meditation メディテーション, meeting ミーティング, meetup ミートアップ, member メンバー, memorial メモリアル,
	mystery ミステリー, nature ネイチャー, night ナイト, online オンライン, open オープン, opening オープニング,
	outdoor アウトドア, outlet アウトレット, pantomime パントマイム, parade パレード, party パーティー, performance パフォーマンス,
	performer パフォーマー, photo フォト, photographer フォトグラファー, picnic ピクニック, pilates ピラティス,
	planetarium プラネタリウム, poetry ポエトリー, premiere プレミア, premium プレミアム, presentation プレゼンテーション プレゼン,
	program プログラム, project プロジェクト, projection_mapping プロジェクションマッピング, puzzle パズル, quiz クイズ,
	> race レース, rally ラリー, reading リーディング, reception レセプション, relay リレー, robot ロボット, runner ランナー,
	running ランニング, school スクール, science サイエンス, season シーズン, selection セレクション, seminar セミナー,
	series シリーズ, show ショー, sketch スケッチ, smart スマート, > special スペシャル, spring スプリング, stage ステージ,
	stamp スタンプ, star スター, story ストーリー, street ストリート, stretch ストレッチ, style スタイル, summer サマー,
	summit サミット, sunset サンセット, symposium シンポジウム, talk トーク, talk_show トークショー, theater シアター テアトル,
	theatre シアター, theme テーマ, ticket チケット, tour ツアー, tournament トーナメント, trail トレイル,
	training トレーニング, trekking トレッキング, trial トライアル, triennale トリエンナーレ, valentine バレンタイン, video ビデオ,
	volunteer ボランティア, walk ウォーク, walking ウォーキング, wedding ウェディング, week ウィーク, weekend ウィークエンド,
	wellness ウェルネス, wine ワイン, winter ウインター, work ワーク, workshop ワークショップ, world ワールド, yoga ヨガ ヨーガ,
	# sports
	athlete アスリート, badminton バドミントン, baseball ベースボール, basketball バスケットボール バスケ, bmx ビーエムエックス,
	bowling ボウリング ボーリング, boxing ボクシング, climbing クライミング, coach コーチ, cricket クリケット, curling カーリング,
	darts ダーツ, diving ダイビング, fencing フェンシング, football フットボール, futsal フットサル, golf ゴルフ,
	gymnastics ジムナスティックス, handball ハンドボール, hockey ホッケー, judo ジュウドウ, karate カラテ, kayak カヤック,
	kickboxing キックボクシング, league リーグ, olympic オリンピック, paralympic パラリンピック, player プレーヤー プレイヤー,
	rafting ラフティング, rugby ラグビー, sailing セーリング, skate スケート, skateboard スケートボード スケボー, ski スキー,
	snowboard スノーボード スノボ, soccer サッカー, softball ソフトボール, sport スポーツ, sports スポーツ, stadium スタジアム,
	surfing サーフィン, team チーム, tennis テニス, triathlon トライアスロン, volleyball バレーボール, wrestling レスリング,
	# food and drink
	alcohol アルコール, almond アーモンド, apple アップル, aroma アロマ, avocado アボカド, bacon ベーコン, bagel ベーグル,
	bakery ベーカリー, banana バナナ, barbecue バーベキュー, beer ビール, biscuit ビスケット, bistro ビストロ, brunch ブランチ,
	buffet ビュッフェ, burger バーガー, butter バター, cafe カフェ, cake ケーキ, caramel キャラメル, cheese チーズ,
	chef シェフ, chicken チキン, chocolate チョコレート チョコ, cocktail カクテル, cocoa ココア, coffee コーヒー,
	cookie クッキー, cooking クッキング, cream クリーム, croissant クロワッサン, dessert デザート, donut ドーナツ ドーナッツ,
	drink ドリンク, espresso エスプレッソ, food フード, fruit フルーツ, > gin ジン, gourmet グルメ, hamburger ハンバーガー,
	herb ハーブ, honey ハニー, hot_dog ホットドッグ, italian イタリアン, juice ジュース, kebab ケバブ, kitchen キッチン,
	latte ラテ, lemon レモン, lunch ランチ, macaron マカロン, mango マンゴー, menu メニュー, milk ミルク, muffin マフィン,
	olive オリーブ, orange オレンジ, organic オーガニック, pancake パンケーキ, parfait パフェ, pasta パスタ,
	patissier パティシエ, pizza ピザ ピッツァ, pub パブ, pudding プリン, restaurant レストラン, salad サラダ,
	sandwich サンドイッチ サンドウィッチ, sausage ソーセージ, smoothie スムージー, soup スープ, spice スパイス, steak ステーキ,
	sweets スイーツ スウィーツ, taco タコス, tapioca タピオカ, tea ティー, tomato トマト, vegan ヴィーガン, vegetable ベジタブル,
	vegetarian ベジタリアン, vodka ウォッカ, waffle ワッフル, whisky ウイスキー, yogurt ヨーグルト,
	# places and buildings
	airport エアポート, apartment アパートメント アパート, aquarium アクアリウム, arcade アーケード, area エリア, arena アリーナ,
	> base ベース, beach ビーチ, boutique ブティック, bridge ブリッジ, building ビルディング ビル, campus キャンパス,
	castle キャッスル, center センター, centre センター, church チャーチ, city シティ, > club クラブ, complex コンプレックス,
	> court コート, department デパートメント デパート, dome ドーム, factory ファクトリー, farm ファーム, floor フロア,
	forest フォレスト, garden ガーデン, gate ゲート, hall ホール, harbor ハーバー, hills ヒルズ, > home ホーム,
	hospital ホスピタル, hostel ホステル, hotel ホテル, island アイランド, lab ラボ, laboratory ラボラトリー ラボ, land ランド,
	library ライブラリー, living リビング, lobby ロビー, lounge ラウンジ, mall モール, marina マリーナ, museum ミュージアム,
	office オフィス, palace パレス, park パーク, parking パーキング, plaza プラザ, pool プール, port ポート, resort リゾート,
	river リバー, road ロード, rooftop ルーフトップ, room ルーム, salon サロン, shop ショップ, shopping ショッピング,
	shopping_center ショッピングセンター, space スペース, square スクエア スクウェア, station ステーション, store ストア,
	temple テンプル, terminal ターミナル, terrace テラス, tower タワー, town タウン, university ユニバーシティ,
	village ビレッジ, zone ゾーン, zoo ズー,
	# computers and media
	access アクセス, account アカウント, addon アドオン, admin アドミン, algorithm アルゴリズム, amazon アマゾン,
	android アンドロイド, animation アニメーション アニメ, anime アニメ, app アプリ, application アプリケーション アプリ,
	archive アーカイブ, audio オーディオ, bach バッハ, backend バックエンド, backup バックアップ, bank バンク, beatles ビートルズ,
	beethoven ベートーヴェン, bitcoin ビットコイン, block ブロック, blockchain ブロックチェーン, blog ブログ,
	bluetooth ブルートゥース, bookmark ブックマーク, brahms ブラームス, browser ブラウザー, bug バグ, business ビジネス,
	button ボタン, cache キャッシュ, calendar カレンダー, camera カメラ, career キャリア, channel チャンネル, chart チャート,
	chat チャット, chopin ショパン, client クライアント, clipboard クリップボード, cloud クラウド, code コード, coding コーディング,
	color カラー, command コマンド, communication コミュニケーション, compiler コンパイラー, computer コンピューター,
	console コンソール, consulting コンサルティング, container コンテナ, content コンテンツ, controller コントローラー,
	copy コピー, data データ, database データベース, debug デバッグ, debugger デバッガー, debussy ドビュッシー,
	desktop デスクトップ, developer デベロッパー ディベロッパー, device デバイス, digital デジタル ディジタル, directory ディレクトリー,
	disk ディスク, disney ディズニー, document ドキュメント, domain ドメイン, download ダウンロード, driver ドライバー,
	dvorak ドヴォルザーク, editor エディター, effect エフェクト, email イーメール, emulator エミュレーター, engine エンジン,
	engineer エンジニア, engineering エンジニアリング, entertainment エンターテインメント エンタメ, error エラー,
	facebook フェイスブック, feed フィード, file ファイル, filter フィルター, firewall ファイアウォール, folder フォルダー,
	font フォント, > form フォーム, format フォーマット, framework フレームワーク, frontend フロントエンド,
	game_center ゲームセンター ゲーセン, global グローバル, godzilla ゴジラ, gogh ゴッホ, google グーグル, gpu ジーピーユー,
	graph グラフ, graphic グラフィック, graphics グラフィックス, gundam ガンダム, hacker ハッカー, hardware ハードウェア,
	help ヘルプ, honda ホンダ, icon アイコン, image イメージ, index インデックス, infrastructure インフラストラクチャー インフラ,
	innovation イノベーション, input インプット, instagram インスタグラム インスタ, install インストール, installer インストーラー,
	interface インターフェース インターフェイス, internet インターネット, interview インタビュー, iphone アイフォン アイフォーン,
	java ジャバ, javascript ジャバスクリプト, journal ジャーナル, kernel カーネル, launcher ランチャー, layout レイアウト,
	> leader リーダー, > link リンク, linux リナックス, log ログ, login ログイン, logo ロゴ, machine マシン マシーン,
	mahler マーラー, mail メール, management マネジメント マネージメント, manager マネージャー, manual マニュアル, mario マリオ,
	media メディア, memo メモ, memory メモリー, message メッセージ, metadata メタデータ, metaverse メタバース,
	microsoft マイクロソフト, mobile モバイル, mode モード, model モデル, monet モネ, monitor モニター, mouse マウス,
	movie ムービー, mozart モーツァルト, multimedia マルチメディア, narrator ナレーター, netflix ネットフリックス,
	network ネットワーク, news ニュース, nintendo ニンテンドー, nissan ニッサン, > note ノート, open_source オープンソース,
	option オプション, output アウトプット, package パッケージ, page ページ, panel パネル, password パスワード,
	personal_computer パーソナルコンピューター パソコン, picasso ピカソ, plugin プラグイン, podcast ポッドキャスト, pokemon ポケモン,
	portal ポータル, poster ポスター, preview プレビュー, printer プリンター, process プロセス, processor プロセッサー,
	product プロダクト, profile プロファイル プロフィール, programmer プログラマー, programming プログラミング, protocol プロトコル,
	proxy プロキシ, puccini プッチーニ, python パイソン, query クエリー, radio ラジオ, ravel ラヴェル, > reader リーダー,
	remote リモート, renoir ルノワール, report レポート リポート, research リサーチ, router ルーター, ruby ルビー,
	scanner スキャナー, schedule スケジュール, schubert シューベルト, schumann シューマン, screen スクリーン,
	screenshot スクリーンショット, script スクリプト, search サーチ, security セキュリティー, server サーバー, service サービス,
	setup セットアップ, shakespeare シェイクスピア シェークスピア, share シェア, shell シェル, simulation シミュレーション,
	simulator シミュレーター, > site サイト, skype スカイプ, slide スライド, smartphone スマートフォン スマホ, social ソーシャル,
	software ソフトウェア, solution ソリューション, sony ソニー, > source ソース, speaker スピーカー, startup スタートアップ,
	storage ストレージ, streaming ストリーミング, subscription サブスクリプション サブスク, support サポート, system システム,
	tablet タブレット, tag タグ, task タスク, tchaikovsky チャイコフスキー, tech テック, technology テクノロジー,
	telephone テレホン, television テレビジョン テレビ, template テンプレート, test テスト, text テキスト, tiktok ティックトック,
	timer タイマー, tool ツール, tools ツールズ, toyota トヨタ, track トラック, tutorial チュートリアル, twitter ツイッター,
	unix ユニックス, update アップデート, upload アップロード, user ユーザー, utility ユーティリティー, verdi ヴェルディ,
	version バージョン, viewer ビューアー ビューワー ビュアー, virtual バーチャル, virus ウイルス, vivaldi ヴィヴァルディ, voice ボイス,
	wagner ワーグナー ワグナー, wallet ウォレット, web ウェブ, webcam ウェブカム, widget ウィジェット, wifi ワイファイ, wiki ウィキ,
	wikipedia ウィキペディア, window ウィンドウ, windows ウィンドウズ, wizard ウィザード, wordpress ワードプレス, yahoo ヤフー,
	youtube ユーチューブ, youtuber ユーチューバー, zoom ズーム,`

// Loanword is an entry of a table of katakana and Latin letters.
type Loanword struct {
	Latin  string // its words joined, as they are searched
	Kana   []string
	OneWay bool // only who types the katakana finds the Latin word
}

// ReadLoanwords reads a table as Loanwords is written.
func ReadLoanwords(table string) (all []Loanword) {
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		for entry := range strings.SplitSeq(line, ",") {
			one, oneWay := strings.CutPrefix(strings.TrimSpace(entry), ">")
			if words := strings.Fields(one); len(words) > 1 {
				all = append(all, Loanword{Latin: strings.ReplaceAll(words[0], "_", ""),
					Kana: words[1:], OneWay: oneWay})
			}
		}
	}
	return all
}
