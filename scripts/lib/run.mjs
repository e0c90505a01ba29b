// Programs that the scripts start: in this terminal, without asking anybody anything.
import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const bin = path.join(root, 'node_modules', '.bin');
const PATH = `${bin}${path.delimiter}${process.env.PATH ?? ''}`;

/** Starts a program of node_modules/.bin or of the system. */
export const launch = (command, args, env = {}) =>
  spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

/** Runs it to its end; true when it succeeded. A program that is not there counts as failed. */
export function run(command, args, env) {
  return new Promise((resolve) => {
    const child = launch(command, args, env);
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

/** npm itself: the one that started us, else the one on the path. */
export const npm = (...args) =>
  process.env.npm_execpath?.endsWith('.js')
    ? run(process.execPath, [process.env.npm_execpath, ...args])
    : run('npm', args);
