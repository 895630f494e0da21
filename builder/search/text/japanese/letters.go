package japanese

// Letters are Han letters of one reading and meaning that Japanese writes in several forms: first
// the one in use, behind it those before the reform of 1949, as the list of characters for common
// use (常用漢字表, 2010) has them in brackets, the simplified Chinese one where that differs from
// both and is frequent in events, and what names and shop signs have instead (異体字), after the
// tables of characters for names (人名用漢字表) and of JIS X 0213. Left out are old forms that several
// words in use now share (辨, 瓣 and 辯 for 弁), those that are other words today (缺 and 欠, 餘 and 余),
// and 麵, which Chinese simplifies to 面, a mask.
const Letters = `
	亜亞 悪惡 圧壓 囲圍 医醫 為爲 隠隱 栄榮 営營 衛衞 駅驛驿 円圓圆 塩鹽
	縁緣 艶艷 応應应 欧歐 殴毆 桜櫻 奥奧 横橫 温溫 穏穩 仮假 価價 画畫
	会會 絵繪 壊壞 懐懷 概槪 拡擴 殻殼 覚覺 学學 岳嶽 楽樂 巻卷 陥陷
	勧勸 寛寬 関關 歓歡 観觀 気氣气 既旣 帰歸归 器噐 偽僞 戯戲 犠犧 旧舊
	拠據 挙擧 虚虛 峡峽 挟挾 狭狹 郷鄕 暁曉 区區 駆驅 勲勳 薫薰 径徑
	茎莖 恵惠 掲揭 渓溪 経經 蛍螢 軽輕 継繼 鶏鷄雞 芸藝 撃擊 研硏 県縣
	倹儉 剣劍劒剑 険險险 圏圈 検檢检 献獻 権權 顕顯 験驗 厳嚴 広廣 効效
	恒恆 黄黃 鉱鑛 号號 国國囯圀 黒黑 砕碎 済濟 斎齋 剤劑 雑雜 参參 桟棧
	蚕蠶 惨慘 賛贊 残殘 歯齒齿 児兒 辞辭 湿濕溼 実實实 写寫 釈釋 寿壽
	収收 従從 渋澁 獣獸 縦縱 粛肅 処處 緒緖 叙敍敘 将將 称稱 渉涉 焼燒
	証證 奨奬 条條 状狀 乗乘 浄淨 剰剩 畳疊 縄繩 壌壤 嬢孃 譲讓 醸釀
	触觸 嘱囑 真眞 寝寢 慎愼 尽盡 図圖图 粋粹 酔醉 穂穗 随隨 髄髓 枢樞
	数數 瀬瀨 声聲 静靜 窃竊 摂攝 専專 浅淺 戦戰战 践踐 銭錢 潜潛 繊纖
	禅禪 双雙 壮壯 争爭 荘莊 捜搜 挿插 巣巢 曽曾 痩瘦 装裝 総總 騒騷
	増增 蔵藏 臓臟 即卽 属屬 続續续 堕墮 対對 体體軆 帯帶 滞滯 台臺 滝瀧
	択擇择 沢澤泽 担擔 単單 胆膽 団團 断斷 弾彈 遅遲 痴癡 虫蟲 昼晝 鋳鑄
	庁廳 徴徵 聴聽 鎮鎭 逓遞 鉄鐵鐡 点點 転轉 伝傳 灯燈 当當 党黨 盗盜
	稲稻 闘鬪 徳德 独獨 読讀 届屆 悩惱 脳腦 覇霸 拝拜 廃廢 売賣 麦麥
	発發 髪髮 抜拔 蛮蠻 秘祕 浜濱濵 瓶甁 払拂 仏佛 併倂 並竝 変變
	辺邊邉边 歩步 宝寶寳 豊豐 褒襃 翻飜 毎每 万萬 満滿 麺麪 黙默 弥彌
	訳譯译 薬藥 与與 誉譽 揺搖 様樣样 謡謠 来來 頼賴 乱亂 覧覽 竜龍
	両兩两 猟獵 緑綠 涙淚 塁壘 礼禮 励勵 戻戾 霊靈灵 齢齡 暦曆 歴歷 恋戀
	錬鍊 炉爐 労勞劳 郎郞 楼樓 録錄 湾灣 高髙 崎﨑嵜 島嶋嶌 峰峯 富冨
	館舘 桑桒 柳栁 野埜 淵渕渊 遥遙 凛凜 尭堯 亀龜 篭籠 桧檜 鴎鷗 麹麴
	壷壺 薮藪 頚頸 諌諫 砺礪 梼檮 涛濤 迩邇 蝋蠟 侭儘 潅灌 噛嚙 掻搔
	撹攪 焔焰 鹸鹼 繋繫 鯵鰺 靭靱 祢禰 祷禱 竃竈 穣穰 萌萠 讃讚 頬頰
	填塡 剥剝 賎賤 箪簞 屏屛 蒋蔣 醤醬 蝉蟬 騨驒 溌潑 醗醱 嚢囊 莱萊
	蛎蠣 鈎鉤 翠翆 晋晉 槙槇 桝枡 斉齊 秋穐龝 杯盃 船舩 松枩 町甼 隣鄰
	略畧 群羣 鼓皷 糸絲 飾餝 喜㐂 草艸 畝畆 窓窗`
