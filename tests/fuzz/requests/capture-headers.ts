import type { HeaderPair } from '../call.ts';
import { type FuzzInputs, pickId } from './good.ts';
import type { Random } from '../random.ts';

export function createRandomCaptureHeaders(random: Random, stock: FuzzInputs): HeaderPair[] {
  const headers: readonly (readonly [share: number, header: HeaderPair])[] = [
    [0.5, ['idempotency-key', `k${random.int(500)}`]],
    [0.5, ['x-captured-at', '2026-11-20T12:00:00.000Z']],
    [0.3, ['x-capture-id', `5f0c2a1e-1111-4222-8333-${String(random.int(300)).padStart(12, '0')}`]],
    [0.2, ['x-turn', `B-${random.int(12_000)}`]],
    [0.15, ['x-captured-by', pickId('users', random, stock)]],
    [0.2, ['x-branch-id', pickId('branches', random, stock)]],
  ];
  return headers.filter(([share]) => random.chance(share)).map(([, header]) => header);
}
