import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CopiedClinic, ask, onRestored } from './copied-clinic.ts';

const clinic = new CopiedClinic();
beforeAll(() => clinic.open());
afterAll(() => clinic.close());

describe('P10.165 a receipt is in each copy with its signature', { tags: ['landing'] }, () => {
  it('it is restored as it was', async () => {
    const dir = path.join(clinic.scratch, 'receipts');
    const { evaluationId, storagePath, sha256 } = await clinic.handOver(await clinic.register());
    const { copy } = await clinic.backup({ dir });
    await clinic.verify(null, dir);
    const { dataDir } = await clinic.restore({ dir, name: copy.name });
    const bytes = fs.readFileSync(path.join(dataDir, 'files', storagePath));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    const rows = await onRestored(dataDir, (connection) =>
      ask<object>(connection, 'select evaluation_id, storage_path, stored_sha256 from receipts'),
    );
    expect(rows).toContainEqual({
      evaluation_id: evaluationId,
      storage_path: storagePath,
      stored_sha256: sha256,
    });
  });

  it('a signature that is missing, or is another one, is found by verifying', async () => {
    const { storagePath } = await clinic.handOver(await clinic.register());
    const file = path.join(clinic.dataDir, 'files', storagePath);
    const whole = fs.readFileSync(file);
    for (const [name, harm, found] of [
      [
        'receipt-other',
        () => fs.writeFileSync(file, 'another'),
        `el archivo ${storagePath} no es el que dice su fila`,
      ],
      ['receipt-gone', () => fs.rmSync(file), `falta el archivo ${storagePath}`],
    ] as const) {
      harm();
      const dir = path.join(clinic.scratch, name);
      await clinic.backup({ dir });
      await expect(clinic.verify(null, dir)).rejects.toThrow(found);
    }
    fs.writeFileSync(file, whole);
  });
});
