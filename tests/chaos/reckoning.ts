import type { Member } from '#tests/support/provider/clinic.ts';
import { arrivals, type Arrival } from '#tests/support/provider/clinic.ts';
import type { ProviderProcess } from '#tests/support/provider/provider-process.ts';
import type { Confirmed } from './page/chaos-page.ts';

/** What was confirmed on the tablet, and what was being confirmed when it died: nobody was told that it was. */
export class Reckoning {
  readonly confirmed: Confirmed[] = [];
  readonly #uncertain = new Set<string>();

  tried(document: string): void {
    this.#uncertain.add(document);
  }

  isConfirmed(confirmed: Confirmed): void {
    this.#uncertain.delete(confirmed.document);
    this.confirmed.push(confirmed);
  }

  /** Registrations of which it is not known whether they were confirmed before the tab died. */
  get uncertain(): number {
    return this.#uncertain.size;
  }

  /** What the provider's database has otherwise than it was confirmed by these people; empty when all is well. */
  async differences(clinic: ProviderProcess, members: readonly Member[]): Promise<string[]> {
    const compared = members.map(async (member) => this.compare(member.id, await arrivals(clinic, member)));
    return (await Promise.all(compared)).flat();
  }

  /** `arrived`: what the provider holds of this person. */
  compare(memberId: string, arrived: readonly Arrival[]): string[] {
    const theirs = this.confirmed.filter(({ userId }) => userId === memberId);
    const known = new Set([...theirs.map(({ document }) => document), ...this.#uncertain]);
    const rows = (document: string) => arrived.filter((row) => row.document === document);
    return [
      ...theirs.flatMap((confirmed) => problemsOf(confirmed, rows(confirmed.document))),
      ...[...this.#uncertain].flatMap((document) =>
        rows(document).length > 1 ? [`doubled: ${document}, unconfirmed`] : [],
      ),
      ...arrived.flatMap(({ document }) => (known.has(document) ? [] : [`nobody confirmed: ${document}`])),
    ];
  }
}

function problemsOf(confirmed: Confirmed, rows: readonly Arrival[]): string[] {
  const { document } = confirmed;
  const [row] = rows;
  if (!row) return [`missing: ${document}`];
  if (rows.length > 1) return [`doubled: ${document} (${rows.length} times)`];
  return (['photo', 'signature'] as const).flatMap((kind) =>
    row[kind] === confirmed[kind]
      ? []
      : [`${kind} of ${document}: ${row[kind] ?? 'none'}, confirmed ${confirmed[kind]}`],
  );
}
