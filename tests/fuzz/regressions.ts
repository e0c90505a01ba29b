import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { type RouteName, routes } from '#contract/routes/routes.ts';
import type { EncodedCall, CallerName } from './call.ts';
import type { FuzzWorld } from './world.ts';

/**
 * Call that once caused a problem, stored in a file `<route>-<symptom>-<digest>.json`. Ids that differ in each run are stored
 * as {{names}}.
 */
const StoredRegression = z.object({
  route: z.enum(Object.keys(routes) as [RouteName, ...RouteName[]]),
  who: z.string(),
  method: z.string(),
  target: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string(),
  isHonest: z.boolean(),
});

const listReplaceableIds = ({ names }: FuzzWorld) => Object.entries(names).filter(([, id]) => id.length > 8);
const replaceIdsByNames = (text: string, world: FuzzWorld): string =>
  listReplaceableIds(world).reduce((result, [name, id]) => result.replaceAll(id, `{{${name}}}`), text);
const replaceNamesByIds = (text: string, world: FuzzWorld): string =>
  listReplaceableIds(world).reduce((result, [name, id]) => result.replaceAll(`{{${name}}}`, id), text);

const mapCallTexts = (
  { body, ...call }: EncodedCall,
  change: (text: string) => string,
): Omit<EncodedCall, 'body'> & { body: string } => ({
  ...call,
  target: change(call.target),
  headers: call.headers.map(([name, value]) => [name, change(value)] as const),
  body: change(body.toString('latin1')),
});

/**
 * Writes the call into the folder.
 * @returns the file's name
 */
export function saveRegressionCall(
  folder: string,
  call: EncodedCall,
  problem: string,
  world: FuzzWorld,
): string {
  const text = `${JSON.stringify(
    mapCallTexts(call, (part) => replaceIdsByNames(part, world)),
    null,
    2,
  )}\n`;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const name = `${call.route}-${problem.replace(/\W+/g, '-')}-${digest}.json`;
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
  return name;
}

/** Reads a stored call and replaces its names by this run's ids from `world`. */
export function loadRegressionCall(file: string, world: FuzzWorld): EncodedCall {
  const kept = StoredRegression.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
  const call = { ...kept, who: kept.who as CallerName, body: Buffer.from(kept.body, 'latin1') };
  const { body, ...rest } = mapCallTexts(call, (part) => replaceNamesByIds(part, world));
  return { ...rest, body: Buffer.from(body, 'latin1') };
}
