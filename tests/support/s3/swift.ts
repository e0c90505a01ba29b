import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { findFreePort } from '../server/server-process.ts';
import { makeScratchFolder } from '../base/scratch.ts';
import type { S3TestStore } from './store.ts';

/** OpenStack Swift with its S3 interface, from Debian's packages (scripts/lib/programs/swift.mjs installs them). */

/** Cache program that Swift's tempauth requires, although S3 signatures do not use it. */
const MEMCACHED_PROGRAM = 'memcached';
const SWIFT_SERVER_NAMES = ['account', 'container', 'object', 'proxy'] as const;
type SwiftServerName = (typeof SWIFT_SERVER_NAMES)[number];
type SwiftPorts = Readonly<Record<SwiftServerName | 'memory', number>>;
const READY_WITHIN_MS = 60_000;
const POLL_MS = 100;

const BUCKET = 'clinica';
const USER = 'clinica:provider';
const SECRET = 'no-es-un-secreto';
const REGION = 'us-east-1';

const isProgramInstalled = (program: string): boolean =>
  spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
export const isSwiftInstalled = (): boolean =>
  [
    MEMCACHED_PROGRAM,
    'swift-ring-builder',
    ...SWIFT_SERVER_NAMES.map((server) => `swift-${server}-server`),
  ].every(isProgramInstalled);

/**
 * Returns the account under which Swift runs: the current one, or 'nobody' if this is root, because Swift drops root rights.
 */
function serviceUser(): { name: string; ids: { uid?: number; gid?: number } } {
  if (process.getuid?.() !== 0) return { name: os.userInfo().username, ids: {} };
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(fs.readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('No account to run Swift with');
  return { name: 'nobody', ids: { uid: Number(uid), gid: Number(gid) } };
}

const formatCommonConfig = (folder: string, user: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${user}
swift_dir = ${folder}
devices = ${folder}/nodes
mount_check = false
workers = 0
log_level = ERROR
fallocate_reserve = 0
`;

const formatProxyConfig = (memory: number): string => `
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats s3api tempauth copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# With one server of each kind there is no other to ask meanwhile.
error_suppression_limit = 1000000
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
[filter:tempauth]
use = egg:swift#tempauth
user_${USER.replace(':', '_')} = ${SECRET} .admin
${['catch_errors', 'gatekeeper', 'listing_formats', 'copy'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`;
const formatBackendConfig = (server: SwiftServerName): string => `
[pipeline:main]
pipeline = ${server}-server
[app:${server}-server]
use = egg:swift#${server}
`;

function mustRun(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  // Status 1 of the ring builder is a warning that one disk is no cluster.
  if (status !== 0 && status !== 1) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`);
}

function makeRing(folder: string, server: SwiftServerName, port: number): void {
  const builder = `${server}.builder`;
  mustRun('swift-ring-builder', [builder, 'create', '4', '1', '1'], folder);
  mustRun('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1'], folder);
  mustRun('swift-ring-builder', [builder, 'rebalance'], folder);
}

function writeConfigFiles(folder: string, user: string, ports: SwiftPorts): void {
  const suffix = '[swift-hash]\nswift_hash_path_suffix = prueba\nswift_hash_path_prefix = prueba\n';
  fs.writeFileSync(
    path.join(folder, 'swift.conf'),
    `${suffix}[storage-policy:0]\nname = Policy-0\ndefault = yes\n`,
  );
  fs.mkdirSync(path.join(folder, 'nodes/d1'), { recursive: true });
  for (const server of SWIFT_SERVER_NAMES) {
    if (server !== 'proxy') makeRing(folder, server, ports[server]);
    const own = server === 'proxy' ? formatProxyConfig(ports.memory) : formatBackendConfig(server);
    fs.writeFileSync(
      path.join(folder, `${server}.conf`),
      formatCommonConfig(folder, user, ports[server]) + own,
    );
  }
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const BUCKET_IS_OURS_STATUS = 409;

async function tryMakeBucket({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3TestStore['place']): Promise<boolean> {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  try {
    const { ok, status } = await client.fetch(`${endpoint.origin}/${bucket}`, { method: 'PUT' });
    return ok || status === BUCKET_IS_OURS_STATUS;
  } catch {
    return false;
  }
}

export interface Swift extends S3TestStore {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts Swift with an empty bucket, which takes some seconds. */
export async function startSwift(): Promise<Swift> {
  const folder = makeScratchFolder('swift');
  const { name, ids } = serviceUser();
  const ports: SwiftPorts = {
    account: await findFreePort(),
    container: await findFreePort(),
    object: await findFreePort(),
    proxy: await findFreePort(),
    memory: await findFreePort(),
  };
  writeConfigFiles(folder, name, ports);
  if (ids.uid !== undefined) mustRun('chown', ['-R', `${ids.uid}:${ids.gid}`, folder], '/');
  let output = '';
  const launch = (program: string, args: readonly string[]) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8' };
    const child = spawn(program, args, { ...ids, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return child;
  };
  let children: ChildProcess[] = [];
  const kill = async () => void (await Promise.all(children.map(killAndWait)));
  const stop = async () => {
    await kill();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const endpoint = new URL(`http://127.0.0.1:${ports.proxy}`);
  const place = { endpoint, bucket: BUCKET, region: REGION, accessKeyId: USER, secretAccessKey: SECRET };
  const start = async () => {
    children = [
      launch(MEMCACHED_PROGRAM, ['-l', '127.0.0.1', '-p', String(ports.memory), '-U', '0', '-m', '16']),
      ...SWIFT_SERVER_NAMES.map((server) =>
        launch(`swift-${server}-server`, [path.join(folder, `${server}.conf`)]),
      ),
    ];
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (!(await tryMakeBucket(place))) {
      if (Date.now() > giveUpAt || children.some(({ exitCode }) => exitCode !== null)) {
        await stop();
        throw new Error(`Swift does not serve:\n${output.slice(-4_000)}`);
      }
      await pause(POLL_MS);
    }
  };
  await start();
  return { place, kill, start, stop };
}
