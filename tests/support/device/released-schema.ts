import { Dexie } from 'dexie';
import { decodeVaultKey, importVaultKeys } from '#storage/vault/vault.ts';

/**
 * Device data that a released version of the app wrote (S21): rows of src/storage/database/fixtures, made by the code of that
 * version. Bytes are base64 (`$buffer`, `$bytes`). A key is stored only as its column name (`$key`), because all keys are in
 * this file.
 *
 * To write the next fixture, run a test at the last commit of its version, with tests/support/device/device.ts. A fixture has a
 * draft, an attachment, a worksheet, a copy of the key, and four registrations: delivered, rejected, waiting, and one orphaned
 * after its evaluation had arrived. Separate fixtures have three registrations of which two are parked (`parked-`), and
 * assigned queue numbers (`turns-`).
 */
export interface ReleasedDeviceFixture {
  readonly version: number;
  readonly stores: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, readonly unknown[]>>;
}

const ENCODED_DATA_KEY = '1'.repeat(42) + 'A';
export const PASSWORD = 'Lluvia-2026';

async function importKeysByColumn(): Promise<Record<string, CryptoKey>> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), hmac, false, ['sign']);
  return { ...(await importVaultKeys(decodeVaultKey(ENCODED_DATA_KEY))), key };
}

const bytesOfBase64 = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function decodeFixtureValue(value: unknown, keys: Record<string, CryptoKey>): unknown {
  if (Array.isArray(value)) return value.map((part) => decodeFixtureValue(part, keys));
  if (!isRecord(value)) return value;
  const { $buffer: buffer, $bytes: bytes, $key: key } = value;
  if (typeof buffer === 'string') return bytesOfBase64(buffer).buffer;
  if (typeof bytes === 'string') return bytesOfBase64(bytes);
  if (typeof key === 'string') return keys[key];
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, decodeFixtureValue(part, keys)]),
  );
}

/** Writes the fixture as the database of this name and replaces an existing one. The next connection upgrades it. */
export async function writeFixtureDatabase(
  name: string,
  { version, stores, tables }: ReleasedDeviceFixture,
): Promise<void> {
  await Dexie.delete(name);
  const keys = await importKeysByColumn();
  const old = new Dexie(name);
  old.version(version).stores(stores);
  for (const [table, rows] of Object.entries(tables))
    await old.table(table).bulkAdd(decodeFixtureValue(rows, keys) as unknown[]);
  old.close();
}
