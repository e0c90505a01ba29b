// Checks the requirements of a release. The release script passes all facts as arguments; this module reads no files and runs
// no programs.

const versionHeadingsOf = (changelog) => [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
const VERSION_PATTERN = /^\d+\.\d+\.\d+$/;

/** Returns the text under the first heading of CHANGELOG.md. */
export function newestReleaseNotes(changelog) {
  const [, notes = ''] = changelog.split(/^## .+$/m);
  return notes.trim();
}

/** Returns the release series of a version: '0.1' for '0.1.0'. */
const releaseSeriesOf = (version) => version.split('.').slice(0, 2).join('.');

function findChangelogProblems(version, changelog) {
  const [newest = 'nothing', before] = versionHeadingsOf(changelog);
  if (newest !== version)
    return [
      `CHANGELOG.md begins with '${newest}', but package.json has version ${version}: use the same version in both.`,
    ];
  const wanted = before && `### Upgrading from ${releaseSeriesOf(before)}`;
  if (
    wanted &&
    releaseSeriesOf(before) !== releaseSeriesOf(version) &&
    !newestReleaseNotes(changelog).includes(wanted)
  )
    return [`CHANGELOG.md lacks the steps for operators under ${version}: write '${wanted}'.`];
  const [, upgrading = ''] = newestReleaseNotes(changelog).split(/^### Upgrading from .+$/m);
  if (/^- /m.test(upgrading))
    return [`CHANGELOG.md lists changes of ${version} among the upgrade steps: move them above.`];
  return [];
}

/**
 * Returns one sentence for each unmet requirement.
 * @param facts `changed`: lines of git status; `branch`; `tags`; `version` and `lockVersion`; `changelog`; `landed`,
 * `licences`, `size`: true when the check passed
 */
export function findReleaseProblems({ changed, branch, tags, version, lockVersion, changelog, ...passed }) {
  const wrong = [];
  if (changed.length > 0) wrong.push(`${changed.length} files are not committed: commit or remove them.`);
  if (branch !== 'main') wrong.push(`The branch is ${branch}: a release is made from main.`);
  if (!VERSION_PATTERN.test(version))
    wrong.push(`package.json has version ${version}: it must be three numbers, such as 1.0.0.`);
  if (lockVersion !== version) wrong.push(`package-lock.json has version ${lockVersion}: run npm install.`);
  if (tags.includes(`v${version}`)) wrong.push(`The tag v${version} already exists: raise the version.`);
  wrong.push(...findChangelogProblems(version, changelog));
  if (!passed.landed)
    wrong.push('npm test -- --landing has not passed on these files in the last day: run it.');
  if (!passed.licences)
    wrong.push('docs/licences.md is outdated, or a licence is not allowed: run npm run licences.');
  if (!passed.size)
    wrong.push('A size is over its budget, or nothing is built: run npm run build and npm run size.');
  return wrong;
}
