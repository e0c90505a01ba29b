import { bogotaDay } from '#domain/time/clock.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import { listReceivedRegistrations, type ReceivedRegistration } from '#tests/support/server/clinic.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import type { ChaosReport } from './report.ts';
import type { CapturedRegistration } from './page/chaos-page.ts';

/** Prefix of every name that a correction sets. */
export const CORRECTED_NAME_PREFIX = 'Nombre ';

/** Longest time in ms from a confirmation until the page reports it to the test. */
const REPORT_TIMEOUT_MS = 60_000;

/**
 * Registrations that the server must have, because they were confirmed, and registrations that the server may have, because the
 * tab died before it reported them.
 */
export class ExpectedState {
  readonly confirmed: CapturedRegistration[] = [];
  readonly #uncertain = new Set<string>();
  readonly #byHand = new Set<string>();
  /** Names that corrections set, oldest first, by document number. */
  readonly #names = new Map<string, string[]>();
  /**
   * Document numbers of the patients who got a queue number, by day and queue number. The branch is not part of the key,
   * because all patients of a run belong to one branch.
   */
  readonly #called = new Map<string, string[]>();

  get byHandCount(): number {
    return this.#byHand.size;
  }

  /** Records a registration that was entered through the screens, which have no additional fields in this clinic. */
  recordManualEntry(document: string): void {
    this.#byHand.add(document);
  }

  recordUncertain(document: string): void {
    this.#uncertain.add(document);
  }

  isConfirmed(confirmed: CapturedRegistration, now = Date.now()): void {
    const { document, turn } = confirmed;
    this.#uncertain.delete(document);
    this.confirmed.push(confirmed);
    const [day, dayBefore] = [bogotaDay(now), bogotaDay(now - REPORT_TIMEOUT_MS)];
    if (turn === null || day !== dayBefore) return; // Midnight may have passed during the registration, so the day of the queue number is unknown.
    const called = `${turn} on ${day}`;
    this.#called.set(called, [...(this.#called.get(called) ?? []), document]);
  }

  /** Records a correction (S30). `photo` is null if the correction keeps the photo. */
  isCorrected(document: string, name: string, photo: string | null): void {
    const at = this.confirmed.findIndex((one) => one.document === document);
    const before = this.confirmed[at];
    if (!before) throw new Error(`nobody confirmed ${document}, which was corrected`);
    if (photo !== null) this.confirmed[at] = { ...before, photo };
    this.#names.set(document, [...(this.#names.get(document) ?? []), name]);
  }

  figures(): Pick<ChaosReport, 'confirmed' | 'turns' | 'uncertain' | 'corrected' | 'correctedTwice'> {
    const corrections = [...this.#names.values()].map(({ length }) => length);
    const turns = this.confirmed.filter(({ turn }) => turn !== null).length;
    return {
      confirmed: this.confirmed.length,
      turns,
      uncertain: this.#uncertain.size,
      corrected: corrections.reduce((sum, count) => sum + count, 0),
      correctedTwice: corrections.filter((count) => count > 1).length,
    };
  }

  /** Returns each queue number that two patients got (S28). */
  duplicateQueueNumbers(): string[] {
    return [...this.#called]
      .filter(([, documents]) => documents.length > 1)
      .map(([called, documents]) => `one turn: ${called}, ${documents.join(' and ')}`);
  }

  /** Returns each difference between the server's database and the registrations that the users confirmed. */
  async differences(clinic: ServerProcess, members: readonly ClinicUser[]): Promise<string[]> {
    const compared = members.map(async (member) => [
      ...this.compare(member.id, await listReceivedRegistrations(clinic, member)),
      ...this.compareNames(member.id, await readArrivedNames(clinic, member)),
      ...this.compareAdditional(await readAdditionalCounts(clinic, member)),
    ]);
    return [...(await Promise.all(compared)).flat(), ...this.duplicateQueueNumbers()];
  }

  /**
   * Returns each wrong name (S30): a corrected registration must have the name of its last correction; other registrations must
   * not have a name that a correction set.
   */
  compareNames(memberId: string, arrived: readonly NamedArrival[]): string[] {
    return this.confirmed
      .filter(({ userId }) => userId === memberId)
      .flatMap(({ document }) => {
        const name = this.#names.get(document)?.at(-1);
        const isWrongName = (found: string) =>
          name === undefined ? found.startsWith(CORRECTED_NAME_PREFIX) : found !== name;
        const rows = arrived.filter((row) => row.document === document && isWrongName(row.first_name));
        return rows.map((row) => `name of ${document}: ${row.first_name}, confirmed ${name ?? 'as typed'}`);
      });
  }

  /** Returns each registration whose additional values are not those that the page confirmed. */
  compareAdditional(arrived: readonly AdditionalCounts[]): string[] {
    return arrived
      .filter(({ document, right, all }) => {
        const expected = this.#byHand.has(document) ? 0 : ADDITIONAL_VALUE_COUNT;
        return right !== expected || all !== expected;
      })
      .map(({ document, right, all }) => `additional values of ${document}: ${right} right of ${all}`);
  }

  /** Returns each difference between the user's confirmed registrations and `arrived`, the user's registrations on the server. */
  compare(memberId: string, arrived: readonly ReceivedRegistration[]): string[] {
    const theirs = this.confirmed.filter(({ userId }) => userId === memberId);
    const known = new Set([...theirs.map(({ document }) => document), ...this.#uncertain]);
    const rows = (document: string) => arrived.filter((row) => row.document === document);
    return [
      ...theirs.flatMap((confirmed) => findArrivalProblems(confirmed, rows(confirmed.document))),
      ...[...this.#uncertain].flatMap((document) =>
        rows(document).length > 1 ? [`doubled: ${document}, unconfirmed`] : [],
      ),
      ...arrived.flatMap(({ document }) => (known.has(document) ? [] : [`nobody confirmed: ${document}`])),
    ];
  }
}

interface NamedArrival {
  readonly document: string;
  readonly first_name: string;
}

const readArrivedNames = (clinic: ServerProcess, { id }: ClinicUser): Promise<NamedArrival[]> =>
  clinic.query<NamedArrival & Record<string, unknown>>(
    `select p.identification_number as document, p.first_name
     from evaluations e join patients p on p.id = e.patient_id where e.created_by = $1`,
    [id],
  );

/** Number of additional values of each registration; each contains the document number. */
const ADDITIONAL_VALUE_COUNT = 2;

interface AdditionalCounts {
  readonly document: string;
  /** Number of additional values that equal the document number, and number of all additional values. */
  readonly right: number;
  readonly all: number;
}

const readAdditionalCounts = (clinic: ServerProcess, { id }: ClinicUser): Promise<AdditionalCounts[]> =>
  clinic.query<AdditionalCounts & Record<string, unknown>>(
    `select p.identification_number as document, count(v.value)::int as all,
            (count(*) filter (where v.value = p.identification_number))::int as right
     from evaluations e join patients p on p.id = e.patient_id
     left join additional_values v on v.evaluation_id = e.id
     where e.created_by = $1 group by e.id, p.identification_number`,
    [id],
  );

function findArrivalProblems(
  confirmed: CapturedRegistration,
  rows: readonly ReceivedRegistration[],
): string[] {
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
