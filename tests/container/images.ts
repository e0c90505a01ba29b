import fs from 'node:fs';
import path from 'node:path';
import type { Engine } from './engine.ts';

const TEST_FOLDER = import.meta.dirname;
const BASE_PACKAGES = ['ca-certificates', 'libatomic1', 'libstdc++6'];
const SERVICE_PACKAGES = ['ca-certificates', 'caddy', 'postgresql'];
const CERTIFICATES_FILE = '/etc/ssl/certs/ca-certificates.crt';

/** Builds an image of Debian with these packages, without using a registry. */
async function ensureDebianImage(engine: Engine, name: string, packages: readonly string[]): Promise<void> {
  if (await engine.hasImage(name)) return;
  console.log(`Making ${name} from Debian's packages…`);
  const archive = path.join(engine.folder, 'debian.tar');
  const options = ['--quiet', '--variant=minbase', `--include=${packages.join(',')}`];
  await engine.run('mmdebstrap', [...options, 'bookworm', archive]);
  await engine.podman('import', '--quiet', archive, name);
  fs.rmSync(archive);
}

/** Prepares the build context of a substitute image: its Containerfile and, for the Node image, this machine's Node program. */
async function prepareBuildContext(engine: Engine, stand: string): Promise<string> {
  const folder = path.join(engine.folder, stand);
  fs.mkdirSync(folder);
  for (const file of fs.readdirSync(TEST_FOLDER))
    fs.copyFileSync(path.join(TEST_FOLDER, file), path.join(folder, file));
  if (stand !== 'node') return folder;
  fs.copyFileSync(process.execPath, path.join(folder, 'node'));
  const npm = path.join(await engine.run('npm', ['root', '--global']), 'npm');
  fs.cpSync(npm, path.join(folder, 'npm'), { recursive: true });
  fs.copyFileSync(CERTIFICATES_FILE, path.join(folder, 'ca-certificates.crt'));
  return folder;
}

async function ensureSubstituteImage(engine: Engine, stand: string, name: string): Promise<void> {
  if (await engine.hasImage(name)) return;
  console.log(`${name} is not here: Debian's packages stand in for it.`);
  const folder = await prepareBuildContext(engine, stand);
  const options = ['--quiet', '--pull=never', '--network=host', '--tag', name];
  await engine.run('podman', ['build', ...options, '--file', `Containerfile.${stand}`, '.'], folder);
}

const imageNamesIn = (text: string): string[] =>
  [...text.matchAll(/(?:FROM|image:) ((?:docker\.io\/)?\S+:\S+)/g)].map(([, name = '']) => name);

/**
 * Ensures that the base images of the Dockerfile and compose.yml exist. Builds substitutes for images that no registry
 * delivers.
 */
export async function ensureBaseImages(engine: Engine): Promise<void> {
  const texts = ['Dockerfile', 'deploy/compose.yml'].map((file) => fs.readFileSync(file, 'utf8'));
  const names = [...new Set(texts.flatMap(imageNamesIn))].filter((name) => !name.startsWith('$'));
  for (const name of names) {
    const full = name.startsWith('docker.io/') ? name : `docker.io/library/${name}`;
    const stand = /([a-z]+):/.exec(full)?.[1] ?? '';
    if (await engine.hasImage(full)) continue;
    if (stand === 'node') await ensureDebianImage(engine, 'localhost/ventanilla-test-slim', BASE_PACKAGES);
    else await ensureDebianImage(engine, 'localhost/ventanilla-test-services', SERVICE_PACKAGES);
    await ensureSubstituteImage(engine, stand, full);
  }
}

export const PROJECT_IMAGE = 'localhost/ventanilla-test';

export async function buildProjectImage(engine: Engine): Promise<void> {
  console.log('Building the image…');
  // The format must be docker, because podman's own format omits HEALTHCHECK.
  const options = ['--quiet', '--pull=never', '--network=host', '--format=docker', '--tag', PROJECT_IMAGE];
  await engine.run('podman', ['build', ...options, '.'], process.cwd());
  const bytes = Number(await engine.podman('image', 'inspect', '--format', '{{.Size}}', PROJECT_IMAGE));
  console.log(`${PROJECT_IMAGE}: ${Math.round(bytes / 1e6)} MB`);
}
