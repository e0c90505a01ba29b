// Starts programs for the scripts in this terminal; the programs must not prompt the user.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { isProfiled, addCpuMeasurement, recordCpuTime } from './profile.mjs';

export const root = path.resolve(import.meta.dirname, '../..');
const packageBinFolder = path.join(root, 'node_modules', '.bin');
const PATH_WITH_PACKAGE_BIN = `${packageBinFolder}${path.delimiter}${process.env.PATH ?? ''}`;

/**
 * Starts a program of node_modules/.bin or of the system. `output`: 'inherit' prints the program's output, 'pipe' passes it to
 * the caller; an array has one of these values for each descriptor from 1 on.
 */
export const launch = (command, args, env = {}, output = 'inherit') =>
  spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: PATH_WITH_PACKAGE_BIN, ...env },
    stdio: ['ignore', ...(typeof output === 'string' ? [output, output] : output)],
  });

/** Resolves to true when the program exits with code 0, and to false when it fails or does not exist. */
function waitForSuccess(child, command) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

export const run = (command, args, env) => waitForSuccess(launch(command, args, env), command);

function launchMeasured(name, command, args, env) {
  const child = launch(...addCpuMeasurement(command, args), env, ['pipe', 'pipe', 'pipe']);
  void text(child.stdio[3]).then((times) => recordCpuTime(name, times));
  return child;
}

export function runSuite(name, command, args, env) {
  const child = isProfiled ? launchMeasured(name, command, args, env) : launch(command, args, env, 'pipe');
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => console.log(`${name.padEnd(7)} │ ${line}`));
  return waitForSuccess(child, command);
}

export async function runQuietly(command, args, env) {
  const child = launch(command, args, env, 'pipe');
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
  const ok = await waitForSuccess(child, command);
  if (!ok) process.stderr.write(Buffer.concat(printed));
  return ok;
}

/** Runs the npm that started this process, or the npm on the path. */
export const runNpm = (...args) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args])
    : run('npm', args);
