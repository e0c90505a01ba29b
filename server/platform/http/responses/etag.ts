import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IfMatch } from '../../base/row-revision.ts';

/**
 * Version of the format of catalogue responses, contained in their tags. Must be increased when the format changes, so that no
 * device keeps a response in the old format.
 */
const CATALOGUE_FORMAT_VERSION = 3;

const removeWeakPrefix = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns the tag for a catalogue with its revision and the query. The tag is weak, because the response may be compressed. */
export function catalogTag(resource: string, revision: number, query: unknown): string {
  const question = createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 16);
  return `W/"${resource}-${CATALOGUE_FORMAT_VERSION}-${revision}-${question}"`;
}

/** Returns a tag computed from the content, for a response that depends on more data than the revision of its catalogue. */
export const contentTag = (answer: unknown): string =>
  `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;

/**
 * Sets the tag of a response. Returns true if the tag in the request equals this tag; the response is then a 304.
 * @param cacheControl 'no-store' for personal data (D5): the browser does not cache it, so the client stores it encrypted and
 * sends the tag itself
 */
export function setTagAndCheckNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  cacheControl = 'private, no-cache',
): boolean {
  void reply.header('etag', tag).header('cache-control', cacheControl);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return (
    known.trim() === '*' ||
    known.split(',').some((candidate) => removeWeakPrefix(candidate) === removeWeakPrefix(tag))
  );
}

/**
 * Sets the tag in the response to a change of one row of a catalogue or user. The client sends this tag as `If-Match` of its
 * next change.
 */
export const setRevisionTag = (
  reply: FastifyReply,
  { revision }: { readonly revision?: number | undefined },
): void => {
  if (revision !== undefined) void reply.header('etag', `"r${revision}"`);
};

/** Returns the tags in `If-Match`; null if the header is missing or is '*'. */
export function readIfMatchTags(request: FastifyRequest): ReadonlySet<string> | null {
  const header = request.headers['if-match'];
  return header === undefined || header.trim() === '*'
    ? null
    : new Set(header.split(',').map(removeWeakPrefix));
}

const REVISION_TAG_PATTERN = /^"r(\d{1,9})(?:-[\w-]*)?"$/;

/**
 * Returns the revisions in the tags of `If-Match`; null if the header is missing or is '*'. A tag in another format gives no
 * revision, so it never matches.
 */
export function readIfMatchRevisions(request: FastifyRequest): IfMatch {
  const tags = readIfMatchTags(request);
  if (tags === null) return null;
  const revisions = [...tags].map((tag) => REVISION_TAG_PATTERN.exec(tag)?.[1]);
  return new Set(revisions.filter((revision) => revision !== undefined).map(Number));
}
