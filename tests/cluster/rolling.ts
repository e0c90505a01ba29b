import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '#contract/routes/routes.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { type Cluster, settingsFor } from './cluster.ts';
import { isResponding, waitUntil } from './process.ts';

/** Replaces one version by the other while tablets register. */

/** Numbers of requested and missing files of a visitor's pages. */
export interface PageRequests {
  readonly asked: number;
  readonly missing: number;
}

/** Loads pages and requests all their files until `isOver`; another server than the page's may respond to a file. */
async function visitPages(origin: string, isOver: () => boolean): Promise<PageRequests> {
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

/** Replaces the servers one after the other: each one drains, stops and starts again with this version. */
export async function replaceAllServers({ stands, swift, origin }: Cluster): Promise<PageRequests> {
  let isOver = false;
  const pages = visitPages(origin, () => isOver);
  for (const stand of stands) {
    await stand.provider.stop();
    const { dataDir } = stand.provider;
    stand.provider = await startServer({ port: stand.port, dataDir, env: settingsFor(swift, stand) });
    await waitUntil('the new one is ready', () =>
      isResponding(`http://127.0.0.1:${stand.port}${API_BASE}/ready`),
    );
    // The balancer checks twice a second.
    await pause(1_500);
  }
  isOver = true;
  return pages;
}
