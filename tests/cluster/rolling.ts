import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE } from '#contract/routes/routes.ts';
import { startProvider } from '#tests/support/provider/provider-process.ts';
import { type Cluster, settingsFor } from './cluster.ts';
import { answers, until } from './process.ts';

/** The change from one version to the other while desks register. */

/** What a visitor's first page and its scripts were answered. */
export interface Pages {
  readonly asked: number;
  readonly missing: number;
}

/** Gives a page and asks for each of its files, which may be another provider's, until it is told to end. */
async function visitPages(origin: string, isOver: () => boolean): Promise<Pages> {
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

/** Each provider is told to stop, drains, and comes again as this version; then the next one. */
export async function exchangeAll({ stands, swift, origin }: Cluster): Promise<Pages> {
  let isOver = false;
  const pages = visitPages(origin, () => isOver);
  for (const stand of stands) {
    await stand.provider.stop();
    const { dataDir } = stand.provider;
    stand.provider = await startProvider({ port: stand.port, dataDir, env: settingsFor(swift, stand) });
    await until('the new one is ready', () => answers(`http://127.0.0.1:${stand.port}${API_BASE}/ready`));
    // The balancer looks twice a second.
    await pause(1_500);
  }
  isOver = true;
  return pages;
}
