import type { ListedFile } from '../store.ts';
import { S3Fault } from './attempt.ts';
import type { S3Client } from './client.ts';

/** Maximum number of pages; enough for five million files. A longer list is assumed to be an endless repetition. */
const MAX_OBJECT_PAGES = 10_000;

interface ListedObject {
  readonly key: string;
  readonly changedAt: Date;
}

const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => XML_ENTITIES[name] ?? entity);

const UNREADABLE_LIST_CODE = 'UNREADABLE_LISTING';

function parseListedObject(contents: string): ListedObject {
  const key = /<Key>([^<]*)<\/Key>/.exec(contents)?.[1];
  const changedAt = new Date(/<LastModified>([^<]*)<\/LastModified>/.exec(contents)?.[1] ?? '');
  if (key === undefined || Number.isNaN(changedAt.getTime())) throw new S3Fault(200, UNREADABLE_LIST_CODE);
  return { key: decodeEntities(key), changedAt };
}

/**
 * Parses a page of ListObjectsV2.
 * @throws S3Fault for any other response
 */
function parseObjectList(xml: string): { entries: ListedObject[]; goesOn: boolean } {
  const truncated = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(xml)?.[1];
  if (truncated === undefined) throw new S3Fault(200, UNREADABLE_LIST_CODE);
  const [, ...contents] = xml.split('<Contents>');
  const entries = contents.map((rest) => parseListedObject(rest.slice(0, rest.indexOf('</Contents>'))));
  return { entries, goesOn: truncated === 'true' && entries.length > 0 };
}

async function requestPageAfter(client: S3Client, prefix: string, after: string) {
  const query = {
    'list-type': '2',
    prefix,
    'max-keys': String(client.pageSize),
    ...(after && { 'start-after': after }),
  };
  const { body } = await client.ask({ method: 'GET', query });
  const page = parseObjectList(body.toString('utf8'));
  const [first] = page.entries;
  if (first && after && first.key <= after) throw new S3Fault(200, 'LISTING_IN_CIRCLES');
  return page;
}

/**
 * Yields the files below the prefix page by page, with names relative to the prefix. Each page begins after the last name of
 * the previous page, so files may be removed concurrently.
 * @throws S3Fault, FilesUnavailable
 */
export async function* listFilesWithPrefix(client: S3Client, prefix: string): AsyncGenerator<ListedFile[]> {
  let after = '';
  for (let count = 0; count < MAX_OBJECT_PAGES; count += 1) {
    const { entries, goesOn } = await requestPageAfter(client, prefix, after);
    yield entries.map(({ key, changedAt }) => ({ storagePath: key.slice(prefix.length), changedAt }));
    after = entries.at(-1)?.key ?? after;
    if (!goesOn) return;
  }
  throw new S3Fault(200, 'LISTING_WITHOUT_END');
}
