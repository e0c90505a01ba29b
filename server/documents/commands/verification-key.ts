import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { Database } from '../../platform/database/connection/client.ts';
import { documentSigningKey } from '../../schema/evaluation/verification.ts';

interface DocumentKeyPair {
  /** Raw Ed25519 public key, 32 bytes. */
  readonly publicKey: Buffer;
  readonly sign: (text: string) => string;
}

async function readStoredDocumentKeyPair(db: Database): Promise<DocumentKeyPair | null> {
  const [row] = await db.select().from(documentSigningKey);
  if (!row) return null;
  const key = createPrivateKey({ key: row.privateKey, format: 'der', type: 'pkcs8' });
  return {
    publicKey: row.publicKey,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** Length of a raw Ed25519 public key in bytes. These are the last bytes of the key's SPKI form (RFC 8410). */
const PUBLIC_KEY_BYTES = 32;

/** Makes a key and stores it unless one exists. Of several concurrent calls, only the first one stores its key. */
async function createKeyPairUnlessStored(db: Database): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await db
    .insert(documentSigningKey)
    .values({
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
      publicKey: createPublicKey(privateKey)
        .export({ format: 'der', type: 'spki' })
        .subarray(-PUBLIC_KEY_BYTES),
    })
    .onConflictDoNothing();
}

/** Returns the clinic's key; the first call makes it. */
export async function ensureDocumentKeyPair(db: Database): Promise<DocumentKeyPair> {
  const known = await readStoredDocumentKeyPair(db);
  if (known) return known;
  await createKeyPairUnlessStored(db);
  const made = await readStoredDocumentKeyPair(db);
  if (!made) throw new Error('The generated key was not stored');
  return made;
}
