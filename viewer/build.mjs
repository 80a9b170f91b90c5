// Builds the page's script and style into ../templates (or the folder named as first argument), with the licences
// of all that is in them. The same sources and the same lock file give the same bytes.
import { build } from 'esbuild';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, '..', 'templates');

const result = await build({
  absWorkingDir: here,
  entryPoints: ['src/main.ts'],
  outfile: join(out, 'viewer.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
});
copyFileSync(join(here, 'src', 'page.css'), join(out, 'viewer.css'));

const packages = new Set(Object.keys(result.metafile.inputs)
  .map(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean));
const licences = [...packages].sort().map(name => {
  const folder = join(here, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
});
writeFileSync(join(out, 'viewer.LICENSES.txt'), `viewer.js contains:\n\n${licences.join(`\n${'-'.repeat(80)}\n\n`)}`);

function licenceText(folder) {
  for (const name of ['LICENSE', 'LICENSE.txt', 'LICENSE.md', 'LICENCE']) {
    try { return `${readFileSync(join(folder, name), 'utf8').trim()}\n`; } catch { /* the next name */ }
  }
  throw new Error(`no licence text in ${folder}: name it in build.mjs`);
}
