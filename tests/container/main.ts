import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  SessionClient,
  type ServerAddress,
  expectEvaluationStored,
  createClinicWithEvaluation,
} from './clinic.ts';
import { Engine, pollFor } from './engine.ts';
import { PROJECT_IMAGE, buildProjectImage, ensureBaseImages } from './images.ts';
import { checkRejectedSettings } from './rejections.ts';

const HOST_NAME = 'clinica.test';
const PORTS = { http: 18_080, https: 18_443, alone: 18_081 };
const COMPOSE_PROJECT = 'ventanilla-test';
const containerNameOf = (service: string) => `${COMPOSE_PROJECT}_${service}_1`;
/** User id of `node` in the image. */
const NODE_USER_ID = 1000;

function assertThat(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
  console.log(`✓ ${what}`);
}

/** Copies the folder deploy/ and fills in the settings, as an operator would. */
function prepareDeployment(engine: Engine): { deploy: string; copies: string } {
  const deploy = path.join(engine.folder, 'deploy');
  const copies = path.join(engine.folder, 'copies');
  fs.cpSync('deploy', deploy, { recursive: true });
  fs.mkdirSync(copies, { mode: 0o700 });
  const key = path.join(deploy, 'copies.key');
  fs.writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o400 });
  for (const made of [copies, key]) fs.chownSync(made, NODE_USER_ID, NODE_USER_ID);
  const answers: Record<string, string> = {
    SITE: HOST_NAME,
    CADDY_OPTIONS: 'local_certs',
    DATABASE_PASSWORD: randomBytes(24).toString('hex'),
    COPIES_DIR: copies,
    COPIES_KEY: key,
  };
  const example = fs.readFileSync(path.join(deploy, '.env.example'), 'utf8');
  const filled = example.replace(
    /^([A-Z_]+)=(.*)$/gm,
    (_, name: string, value: string) => `${name}=${answers[name] ?? value}`,
  );
  const own = `IMAGE=${PROJECT_IMAGE}\nHTTP_PORT=${PORTS.http}\nHTTPS_PORT=${PORTS.https}\n`;
  fs.writeFileSync(path.join(deploy, '.env'), filled + own, { mode: 0o600 });
  return { deploy, copies };
}

class ComposeServices {
  readonly engine: Engine;
  readonly #deploy: string;

  constructor(engine: Engine, deploy: string) {
    this.engine = engine;
    this.#deploy = deploy;
  }

  compose(...words: string[]): Promise<string> {
    return this.engine.run(
      'podman-compose',
      ['-p', COMPOSE_PROJECT, '-f', 'compose.yml', ...words],
      this.#deploy,
    );
  }

  logs = async (service: string): Promise<string> =>
    (await this.engine.try('podman', ['logs', containerNameOf(service)])).text;

  inside = (service: string, ...words: string[]): Promise<string> =>
    this.engine.podman('exec', containerNameOf(service), ...words);

  /** Starts all services and waits until the server responds through Caddy. */
  async startServices(): Promise<ServerAddress> {
    await this.compose('up', '--detach', '--no-build');
    const root = await pollFor('the certificate of Caddy', async () => {
      const read = await this.engine.try('podman', [
        'exec',
        containerNameOf('proxy'),
        'cat',
        '/data/caddy/pki/authorities/local/root.crt',
      ]);
      return read.code === 0 && read.text.includes('BEGIN') ? read.text : null;
    });
    const place: ServerAddress = { port: PORTS.https, tls: { name: HOST_NAME, ca: root } };
    const caller = new SessionClient(place);
    const isReady = async () =>
      (await caller.call('GET', '/ready').catch(() => null))?.status === 200 ? true : null;
    await pollFor('the provider behind Caddy', isReady, () => this.logs('ventanilla'));
    return place;
  }
}

async function checkHardening(services: ComposeServices): Promise<void> {
  const { engine } = services;
  assertThat(
    (await services.inside('ventanilla', 'id', '-u')) === String(NODE_USER_ID),
    'the provider is not root',
  );
  assertThat((await services.inside('database', 'id', '-u')) !== '0', 'the database is not root');
  for (const service of ['ventanilla', 'database', 'proxy', 'copies']) {
    const { code } = await engine.try('podman', ['exec', containerNameOf(service), 'touch', '/etc/written']);
    assertThat(code !== 0, `nothing can be written to the image of ${service}`);
    const status = await services.inside(service, 'cat', '/proc/1/status');
    assertThat(/NoNewPrivs:\s+1/.test(status), `${service} gets no new privileges`);
    // Caddy keeps one capability: binding ports below 1024 (bit 10).
    const rights = BigInt(`0x${/CapBnd:\s+([\da-f]+)/.exec(status)?.[1] ?? 'f'}`);
    assertThat(
      rights === (service === 'proxy' ? 1n << 10n : 0n),
      `${service} has no more rights than it needs`,
    );
  }
  const sql = "select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = 'ventanilla'";
  assertThat(
    (await services.inside('database', 'psql', '-U', 'postgres', '-Atc', sql)) === 'f',
    'the program is no superuser of its database',
  );
  for (const service of ['ventanilla', 'database', 'copies'])
    assertThat(
      (await engine.try('podman', ['healthcheck', 'run', containerNameOf(service)])).code === 0,
      `${service} is healthy`,
    );
}

/** Checks the stop of a server: it reports not ready, still responds to calls, and then ends on its own. */
async function checkStop(services: ComposeServices): Promise<void> {
  const { engine } = services;
  const name = containerNameOf('ventanilla');
  // The test calls the container directly. Caddy stops using a server that is not ready, and a stopping container accepts no
  // new process.
  const address = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}';
  const [host = ''] = (await engine.podman('inspect', '--format', address, name)).split(' ');
  const caller = new SessionClient({ host, port: 8080, tls: null });
  assertThat((await caller.call('GET', '/ready')).status === 200, 'it is ready');
  const stopping = engine.podman('stop', '--time', '30', name);
  const seen = await pollFor('another answer of the provider that stops', async () => {
    const { status } = await caller.call('GET', '/ready').catch(() => ({ status: 0 }));
    return status === 200 ? null : status;
  });
  assertThat(seen === 503, 'told to stop it says that it is not ready, and still answers');
  await stopping;
  const code = await engine.podman('inspect', '--format', '{{.State.ExitCode}}', name);
  assertThat(code === '0', 'it ends by itself');
}

async function checkComposeServices(services: ComposeServices, copies: string): Promise<string> {
  const place = await services.startServices();
  const token = /first-admin\?token=([\w-]+)/.exec(await services.logs('ventanilla'))?.[1] ?? '';
  const id = await createClinicWithEvaluation(new SessionClient(place), token);
  await expectEvaluationStored(place, id);
  assertThat(true, 'through Caddy: first administrator, clinic, evaluation with two pictures, its paper');

  // The existing backup is deleted, because it contains an empty database. When no backup exists, the service makes a new one.
  for (const name of fs.readdirSync(copies)) fs.rmSync(path.join(copies, name), { recursive: true });
  await services.engine.podman('restart', '--time', '10', containerNameOf('copies'));
  const isVerified = (name: string) => fs.existsSync(path.join(copies, name, 'verified.json'));
  const findVerified = () => Promise.resolve(fs.readdirSync(copies).some(isVerified) ? true : null);
  await pollFor('a verified copy', findVerified, () => services.logs('copies'));
  assertThat(true, 'the service of copies has made one and restored it in a test');

  await checkHardening(services);
  await checkStop(services);
  await services.compose('down');
  await expectEvaluationStored(await services.startServices(), id);
  assertThat(true, 'after all containers were removed and made again everything is there');
  await services.compose('down');
  await wipeAndCheckRestore(services, id);
  return id;
}

/** Deletes everything except the backups and their key, and checks the restore. */
async function wipeAndCheckRestore(services: ComposeServices, id: string): Promise<void> {
  const { engine } = services;
  await engine.podman('volume', 'rm', `${COMPOSE_PROJECT}_database`, `${COMPOSE_PROJECT}_files`);
  await services.compose('up', '--detach', '--no-build', 'database');
  const waitUntilHealthy = async () =>
    (await engine.try('podman', ['healthcheck', 'run', containerNameOf('database')])).code === 0
      ? true
      : null;
  await pollFor('the empty database', waitUntilHealthy, () => services.logs('database'));
  await services.compose('run', '--rm', '--no-deps', 'copies', 'restore', '/copies');
  await services.compose('down');
  await expectEvaluationStored(await services.startServices(), id);
  assertThat(true, 'a copy, restored into empty volumes, brings everything back');
  await services.compose('down');
}

/** Checks a single container with the embedded database, restored from a backup that the services of compose.yml made. */
async function checkSingleContainer(
  engine: Engine,
  deploy: string,
  copies: string,
  id: string,
): Promise<void> {
  const key = path.join(deploy, 'copies.key');
  const volume = `${COMPOSE_PROJECT}_alone`;
  const guarded = [
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    '--tmpfs=/tmp',
    `--volume=${volume}:/data`,
  ];
  const withCopies = [
    `--volume=${copies}:/copies`,
    `--volume=${key}:/run/secrets/copies_key:ro`,
    '--env=BACKUP_KEY_FILE=/run/secrets/copies_key',
  ];
  const restored = await engine.runTemporarily(
    PROJECT_IMAGE,
    [...guarded, ...withCopies],
    'restore',
    '/copies',
  );
  if (restored.code !== 0) throw new Error(restored.text);
  const name = `${COMPOSE_PROJECT}_alone`;
  const publish = `--publish=127.0.0.1:${PORTS.alone}:8080`;
  await engine.podman(
    'run',
    '--detach',
    '--init',
    '--read-only',
    `--name=${name}`,
    publish,
    ...guarded,
    ...withCopies,
    PROJECT_IMAGE,
  );
  try {
    const place: ServerAddress = { port: PORTS.alone, tls: null };
    const caller = new SessionClient(place);
    const isReady = async () =>
      (await caller.call('GET', '/ready').catch(() => null))?.status === 200 ? true : null;
    const logs = async () => (await engine.try('podman', ['logs', name])).text;
    await pollFor('the provider with its own database', isReady, logs);
    await expectEvaluationStored(place, id);
    assertThat(true, 'the copy, restored into one container with the embedded database, holds everything');
    const program = ['exec', name, 'node', 'dist/server/main.js'];
    await engine.podman(...program, 'backup', '/copies');
    await engine.podman(...program, 'verify', '/copies');
    assertThat(true, 'a copy is made and verified in that container');
    await engine.podman('stop', '--time', '60', name);
    const code = await engine.podman('inspect', '--format', '{{.State.ExitCode}}', name);
    assertThat(code === '0', 'it stops its database and ends by itself');
  } finally {
    await engine.try('podman', ['rm', '--force', '--volumes', name]);
    await engine.try('podman', ['volume', 'rm', '--force', volume]);
  }
}

/** Removes everything that this run created, except the images, which the next run uses. */
async function removeContainersAndVolumes(services: ComposeServices): Promise<void> {
  await services.compose('down');
  const volumes = await services.engine.podman(
    'volume',
    'ls',
    '--quiet',
    `--filter=name=^${COMPOSE_PROJECT}_`,
  );
  for (const volume of volumes.split('\n').filter(Boolean))
    await services.engine.podman('volume', 'rm', '--force', volume);
}

/** Tests the project's image and the services of compose.yml in real containers. */
export async function main(): Promise<boolean> {
  const engine = new Engine(fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-containers-')));
  try {
    await ensureBaseImages(engine);
    await buildProjectImage(engine);
    await checkRejectedSettings(engine);
    const { deploy, copies } = prepareDeployment(engine);
    const services = new ComposeServices(engine, deploy);
    try {
      const id = await checkComposeServices(services, copies);
      await checkSingleContainer(engine, deploy, copies, id);
    } finally {
      await removeContainersAndVolumes(services);
    }
    return true;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    fs.rmSync(engine.folder, { recursive: true, force: true });
  }
}
