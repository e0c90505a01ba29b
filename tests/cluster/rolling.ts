import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '#contract/routes/routes.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Cluster, createServerSettings } from './cluster.ts';
import { isResponding, waitUntil } from './process.ts';

/** Replaces the servers of one version by servers of the other version while tablets register. */

/** Number of files that a visitor's pages requested, and of those that were missing. */
export interface PageRequestCounts {
  readonly asked: number;
  readonly missing: number;
}

/**
 * Loads pages and all their files until `isOver`. The balancer may send the request of a file to a server of the other version.
 */
async function visitPages(origin: string, isOver: () => boolean): Promise<PageRequestCounts> {
  let [asked, missing] = [0, 0];
  while (!isOver()) {
    const page = await (await fetch(`${origin}/`)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    for (const file of files) {
      asked += 1;
      const { status } = await fetch(`${origin}${file}`);
      if (status !== 200) missing += 1;
    }
    await pause(150);
  }
  return { asked, missing };
}

/** Replaces one server after the other: the server drains, stops and starts with the current version. */
export async function replaceServersDuringVisits({
  stands,
  swift,
  origin,
}: Cluster): Promise<PageRequestCounts> {
  let isOver = false;
  const pages = visitPages(origin, () => isOver);
  for (const stand of stands) {
    await stand.provider.stop();
    const { dataDir } = stand.provider;
    stand.provider = await startServer({
      port: stand.port,
      dataDir,
      env: createServerSettings(swift, stand),
    });
    await waitUntil('the new one is ready', () =>
      isResponding(`http://127.0.0.1:${stand.port}${API_BASE}/ready`),
    );
    // The balancer checks the servers twice a second.
    await pause(1_500);
  }
  isOver = true;
  return pages;
}
