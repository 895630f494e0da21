// Prints "count<tab>path" for every .md file under a folder: the exact number
// of o200k_base tokens. Usage: node count.mjs DIR > DIR/counts.tsv
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import fs from 'node:fs';
import path from 'node:path';

const root = process.argv[2];
const files = fs.readdirSync(root, { recursive: true }).filter((f) => f.endsWith('.md')).sort();
for (const f of files) {
  console.log(encode(fs.readFileSync(path.join(root, f), 'utf8')).length + '\t' + f);
}
