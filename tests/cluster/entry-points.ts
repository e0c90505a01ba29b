import fs from 'node:fs';
import path from 'node:path';
import { API_BASE } from '#contract/routes/routes.ts';
import { findFreePort } from '#tests/support/server/server-process.ts';
import { ClusterProgram, isResponding, waitUntil } from './process.ts';
import type { DatabaseNode } from './postgres.ts';

/**
 * Settings shared by both HAProxy instances: the load balancer in front of the servers, and the finder, which connects servers
 * to the primary database.
 */

const COMMON_HAPROXY_SETTINGS = `
global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 1500ms
  option redispatch
  retries 3
`;

/**
 * Returns the settings of the load balancer. It uses the servers whose /ready succeeds. When a server did not receive a call,
 * the balancer sends the call to another server.
 */
const balancerSettings = (
  port: number,
  stats: number,
  providers: readonly number[],
): string => `${COMMON_HAPROXY_SETTINGS}
  mode http
  option forwardfor
listen app
  bind 127.0.0.1:${port}
  balance leastconn
  option httpchk GET ${API_BASE}/ready
  default-server inter 500ms fall 2 rise 1
${providers.map((to, index) => `  server provider${index + 1} 127.0.0.1:${to} check`).join('\n')}
listen state
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
`;

/**
 * Returns the HAProxy settings of the finder, which connects the servers to the primary database. The finder closes connections
 * to a former primary, so that servers notice the change immediately and reconnect.
 */
const finderSettings = (
  port: number,
  stats: number,
  nodes: readonly DatabaseNode[],
): string => `${COMMON_HAPROXY_SETTINGS}
  mode tcp
listen database
  bind 127.0.0.1:${port}
  timeout client 3h
  timeout server 3h
  option httpchk OPTIONS /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, ports }) => `  server ${name} 127.0.0.1:${ports.database} check port ${ports.rest}`).join('\n')}
listen state
  mode http
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
`;

export interface EntryPoint {
  readonly port: number;
  readonly part: ClusterProgram;
  open(): Promise<void>;
}

async function startHaproxy(
  folder: string,
  name: string,
  settingsFor: (port: number, stats: number) => string,
): Promise<EntryPoint> {
  const [port, stats] = [await findFreePort(), await findFreePort()];
  const file = path.join(folder, `${name}.cfg`);
  fs.writeFileSync(file, settingsFor(port, stats));
  const part = new ClusterProgram({ program: 'haproxy', args: ['-db', '-f', file] });
  const open = async () => {
    part.start();
    await waitUntil(`${name}: ${part.output}`, () => isResponding(`http://127.0.0.1:${stats}/`), 20_000);
  };
  await open();
  return { port, part, open };
}

export const openBalancer = (folder: string, providers: readonly number[]): Promise<EntryPoint> =>
  startHaproxy(folder, 'balancer', (port, stats) => balancerSettings(port, stats, providers));
export const openFinder = (folder: string, nodes: readonly DatabaseNode[]): Promise<EntryPoint> =>
  startHaproxy(folder, 'finder', (port, stats) => finderSettings(port, stats, nodes));
