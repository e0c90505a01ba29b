// Provides OpenStack Swift, whose S3 interface the file tests use (tests/support/s3/swift.ts). It needs about 250 MB and starts
// within seconds.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './debian.mjs';

const SWIFT_SERVERS = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const SWIFT_PACKAGES = [...SWIFT_SERVERS, 'memcached'];
const canStartProgram = (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined;
const isSwiftInstalled = () =>
  canStartProgram('memcached') && SWIFT_SERVERS.every((name) => canStartProgram(`${name}-server`));

export async function ensureSwift() {
  if (isSwiftInstalled()) return true;
  if ((await installFromDebian(...SWIFT_PACKAGES)) && isSwiftInstalled()) return true;
  console.error(
    `Swift is not installed and could not be installed: install the packages ${SWIFT_PACKAGES.join(', ')}.`,
  );
  return false;
}
