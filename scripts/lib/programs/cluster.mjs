// Provides the programs of a cluster on one machine: PostgreSQL with Patroni and the store in which Patroni elects a leader,
// and a load balancer. scripts/lib/programs/swift.mjs provides Swift.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { installFromDebian } from './debian.mjs';

const CLUSTER_PACKAGES = ['postgresql', 'patroni', 'etcd-server', 'python3-etcd', 'haproxy'];
const POSTGRES_FOLDER = '/usr/lib/postgresql';
const isRunnable = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const hasPostgresServer = () =>
  existsSync(POSTGRES_FOLDER) &&
  readdirSync(POSTGRES_FOLDER).some((version) => existsSync(`${POSTGRES_FOLDER}/${version}/bin/pg_rewind`));
const isClusterInstalled = () =>
  hasPostgresServer() &&
  isRunnable('patroni', '--version') &&
  isRunnable('etcd', '--version') &&
  isRunnable('/usr/bin/python3', '-c', 'import etcd') &&
  isRunnable('haproxy', '-v');

export async function ensureClusterPrograms() {
  if (isClusterInstalled()) return true;
  if ((await installFromDebian(...CLUSTER_PACKAGES)) && isClusterInstalled()) return true;
  console.error(
    `The cluster requires packages that are not installed and could not be installed: install ${CLUSTER_PACKAGES.join(', ')}.`,
  );
  return false;
}
