import { createS3Client } from '#server/platform/files/s3/client.ts';
import type { S3TestStore } from '#tests/support/s3/store.ts';

export async function emptyBucket({ place }: S3TestStore): Promise<void> {
  const client = createS3Client(place);
  const { body } = await client.ask({ method: 'GET', query: { 'list-type': '2' } });
  const keys = [...body.toString('utf8').matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  await Promise.all(keys.map((key) => client.ask({ method: 'DELETE', key })));
}
