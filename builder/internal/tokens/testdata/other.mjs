// Writes pages in other scripts and with emoji into a folder, from the names of
// countries, languages and dates that the JavaScript runtime carries. They keep
// the weights of characters that our own pages hardly hold sensible.
// Usage: node other.mjs DIR/other
import fs from 'node:fs';
import path from 'node:path';

const dir = process.argv[2];
fs.mkdirSync(dir, { recursive: true });
const write = (name, text) => fs.writeFileSync(path.join(dir, name + '.md'), text);

const regions = ('BR US DE FR ES PT IT GB JP CN KR IN RU UA GR EG IL SA TR TH VN PL CZ SE NO FI ' +
  'DK NL BE CH AT AR CL PE CO MX CA AU NZ ZA NG KE MA').split(' ');
const langs = 'pt en de fr es it ja zh ko hi ru uk el ar he th pl tr'.split(' ');
for (const l of ['ru', 'uk', 'el', 'ar', 'he', 'ja', 'zh', 'ko', 'hi', 'th', 'bn', 'ka']) {
  const region = new Intl.DisplayNames([l], { type: 'region' });
  const language = new Intl.DisplayNames([l], { type: 'language' });
  const date = new Intl.DateTimeFormat(l, { dateStyle: 'full', numberingSystem: 'latn' });
  for (let p = 0; p < 8; p++) {
    let s = '# ' + region.of(regions[p]) + '\n\n';
    for (let i = 0; i < 30; i++) {
      s += '- ' + region.of(regions[(i * 7 + p * 5) % regions.length]) +
        ', ' + language.of(langs[(i + p) % langs.length]) +
        ': ' + date.format(new Date(Date.UTC(2026, (i + p) % 12, 1 + (i % 28)))) + '\n';
    }
    write(l + p, s);
  }
}

const emoji = '🎉 🎶 📍 📅 🎭 ❤️ 🎸 🔥 🎟️ 🕺 💃 🎬 🎤 ✨ 🌟 🙌 😀 😍 👏 🇧🇷 🇫🇷 👩‍🎤 🥁 🎻 ☀️ 🏛️ 📷 ⚽ 🍕 🚌'.split(' ');
const words = ('música dança teatro cinema Paulista entrada festa noite rock samba the night ' +
  'show with friends and music Sunday museum free').split(' ');
for (let p = 0; p < 12; p++) {
  let s = '# Festa ' + p + '\n\n';
  for (let i = 0; i < 25; i++) {
    s += emoji[(i * 7 + p) % emoji.length] + ' ';
    for (let j = 0; j < 4; j++) s += words[(i * 3 + j * 5 + p * 2) % words.length] + ' ';
    s += emoji[(i * 11 + p) % emoji.length] + '\n';
  }
  write('emoji' + p, s);
}
