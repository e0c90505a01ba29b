import { randomUUID } from 'node:crypto';
import { Attendance } from '#contract/records/evaluation/attendance.ts';
import { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests, type SendRequest } from '#tests/support/server/server-calls.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { compareAnnounced, type AnnouncedOnServer, type AnnouncedRegistration } from './compare-announced.ts';
import type { ExpectedState } from './expected-state.ts';
import type { ReportedAnnouncements } from './report.ts';
import type { Tablet } from './tablet.ts';

/** Change of a list while tablets that know it as open register its people. */
const LIST_FATES = ['stays', 'cancelled', 'closed'] as const;
type ListFate = (typeof LIST_FATES)[number];

interface AnnouncedList {
  readonly id: string;
  readonly fate: ListFate;
}

/** Number of people of each list who arrive and are not registered. */
const ARRIVALS_PER_LIST = 2;
const TRIES = 5;
const OPEN_STRIDE = 14;

/** Lists of today at the branch of one shift, and a coordinator who changes them at the server without the tablets' connection. */
export class ShiftAnnouncements {
  readonly day = bogotaDay(Date.now());
  readonly #clinic: ServerProcess;
  readonly #send: SendRequest;
  readonly #lists: AnnouncedList[] = [];
  /** Documents to register, and documents that only arrive. */
  readonly #open: string[] = [];
  readonly #arriving: string[] = [];
  /** Documents whose arrival a tablet has stored. */
  readonly #arrived = new Set<string>();
  settled = 0;
  #taken = 0;

  private constructor(clinic: ServerProcess, send: SendRequest) {
    [this.#clinic, this.#send] = [clinic, send];
  }

  /** Announces `count` people to register in each list. */
  static async create(clinic: ServerProcess, count: number): Promise<ShiftAnnouncements> {
    const coordinator = await createClinicUser(clinic);
    const made = new ShiftAnnouncements(clinic, await signInForRequests(clinic, coordinator.email));
    for (const fate of LIST_FATES) await made.#announce(fate, count);
    return made;
  }

  async #announce(fate: ListFate, count: number): Promise<void> {
    const [row] = await this.#clinic.query<{ company: string; type: string }>(
      `select (select id from companies where is_active order by name limit 1) as company,
              (select id from evaluation_types where is_active order by name limit 1) as type`,
    );
    const documents = Array.from({ length: count + ARRIVALS_PER_LIST }, () => createVisitor().document);
    const list = { id: randomUUID(), fate };
    await this.#send('POST', '/expected-lists', {
      id: list.id,
      company_id: row?.company,
      day: this.day,
      people: documents.map((identification_number) => ({
        identification_type: 'CC',
        identification_number,
        first_name: 'Zoraida',
        last_name: 'Quiñones',
        evaluation_type_id: row?.type,
      })),
    });
    this.#lists.push(list);
    this.#arriving.push(...documents.slice(0, ARRIVALS_PER_LIST));
    this.#open.push(...documents.slice(ARRIVALS_PER_LIST));
  }

  /** Returns the document of a patient: of every two, one is announced. */
  nextDocument(nth: number): string {
    return nth % 2 === 0 ? this.nextAnnounced() : createVisitor().document;
  }

  /** Returns the document of the next announced person; the lists take turns. Without one, that of another patient. */
  nextAnnounced(): string {
    this.#taken += 1;
    const at = (this.#taken * OPEN_STRIDE) % Math.max(1, this.#open.length);
    return this.#open.splice(at, 1)[0] ?? createVisitor().document;
  }

  /** Marks the next person who only arrives, on the tablet. */
  async arriveNext(tablet: Tablet): Promise<void> {
    const document = this.#arriving.shift();
    if (document !== undefined && (await tablet.call('markArrived', [document]))) this.#arrived.add(document);
  }

  /** Marks that were not sent are lost with the database, as drafts are. */
  forgetArrivals(): void {
    this.#arrived.clear();
  }

  /** Cancels one list and closes another one. Repeating it changes nothing. */
  async endLists(): Promise<void> {
    for (const { id, fate } of this.#lists) {
      if (fate === 'cancelled') await this.#send('POST', `/expected-lists/${id}/cancel`);
      if (fate === 'closed') await this.#send('POST', `/expected-lists/${id}/close`);
    }
  }

  readRegistrations(): Promise<AnnouncedRegistration[]> {
    return this.#clinic.query<AnnouncedRegistration & Record<string, unknown>>(
      `select r.person_id as person, r.evaluation_id as evaluation, r.is_repeated as repeated,
              p.identification_number as document
       from expected_registrations r join evaluations e on e.id = r.evaluation_id join patients p on p.id = e.patient_id
       join expected_people x on x.id = r.person_id and x.branch_id = r.branch_id where x.list_id = any($1::uuid[])`,
      [this.#lists.map(({ id }) => id)],
    );
  }

  readPeople(): Promise<AnnouncedOnServer[]> {
    return this.#clinic.query<AnnouncedOnServer & Record<string, unknown>>(
      `select id, list_id as list, state, identification_number as document
       from expected_people where list_id = any($1::uuid[])`,
      [this.#lists.map(({ id }) => id)],
    );
  }

  /** Decides of each further evaluation whether it repeats the first one, in turns. */
  async settleAll(): Promise<void> {
    for (const { person, evaluation, repeated } of await this.readRegistrations()) {
      if (!repeated) continue;
      const decision = this.settled % 2 === 0 ? 'repeats' : 'keep';
      await this.#send('POST', `/expected-people/${person}/settlement`, {
        evaluation_id: evaluation,
        decision,
      });
      this.settled += 1;
    }
  }

  /** Returns each difference between the lists at the server, the evaluations, and the tablet. */
  async differences(tablet: Tablet, reckoning: ExpectedState): Promise<string[]> {
    await this.settleAll();
    const [people, registrations] = await Promise.all([this.readPeople(), this.readRegistrations()]);
    const lostFates = new Set(this.#lists.filter(({ fate }) => fate === 'cancelled').map(({ id }) => id));
    const arrived = people.filter(
      ({ document, list }) => this.#arrived.has(document) && !lostFates.has(list),
    );
    return [
      ...compareAnnounced(people, registrations, {
        confirmed: reckoning.confirmed,
        isUncertain: (document) => reckoning.isUncertain(document),
        arrivedIds: arrived.map(({ id }) => id),
      }),
      ...(await this.#compareCounts(people)),
      ...(await this.#compareDevice(tablet, people)),
    ];
  }

  async #compareCounts(people: readonly AnnouncedOnServer[]): Promise<string[]> {
    const found: string[] = [];
    for (const { id, fate } of this.#lists) {
      const count = (wanted: string) =>
        people.filter(({ list, state }) => list === id && state === wanted).length;
      const { attendance } = Attendance.parse(
        JSON.parse((await this.#send('GET', `/attendance?list_id=${id}`)).toString()),
      );
      const body = JSON.parse((await this.#send('GET', `/expected-lists/${id}`)).toString()) as {
        list: unknown;
      };
      const list = ExpectedList.parse(body.list);
      const { came, arrived, no_show, expected } = attendance;
      const told = [came, arrived, no_show, expected, list.counts.registered];
      const counted = ['registered', 'arrived', 'no_show', 'expected', 'registered'].map((one) => count(one));
      if (String(told) !== String(counted))
        found.push(`counts of the list that ${fate}: ${String(told)}, people ${String(counted)}`);
      if (list.repeated !== 0) found.push(`${list.repeated} repeated after settling`);
    }
    return found;
  }

  async #compareDevice(tablet: Tablet, people: readonly AnnouncedOnServer[]): Promise<string[]> {
    const shown = await this.#synchronize(tablet);
    if (!shown) return ['the tablet does not get the day'];
    const stateOf = new Map(people.map(({ id, state }) => [id, state]));
    const wrong = shown.filter(({ id, state }) => stateOf.has(id) && stateOf.get(id) !== state);
    const missing = people.filter(
      ({ id, state }) => state !== 'cancelled' && !shown.some((one) => one.id === id),
    );
    const rows = await tablet.call('passDays', ['9999-12-31']);
    return [
      ...wrong.map(
        ({ id, state, isOnlyHere }) =>
          `on the tablet ${id} is ${state} (${isOnlyHere ? 'a mark' : 'read'}), at the server ${stateOf.get(id)}`,
      ),
      ...missing.map(({ id }) => `the tablet lacks ${id}`),
      ...(rows > 0 ? [`${rows} rows of past days stay on the tablet`] : []),
    ];
  }

  async #synchronize(tablet: Tablet) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const shown = await tablet.call('synchronizeDay', [this.day]);
      if (shown) return shown;
    }
    return null;
  }
}

/** Counts over all shifts. */
export class AnnouncementFigures {
  readonly #sum = { announcedRegistered: 0, announcedTwice: 0, arrivedOnly: 0, settled: 0 };

  async add(shift: ShiftAnnouncements): Promise<void> {
    const [people, registrations] = await Promise.all([shift.readPeople(), shift.readRegistrations()]);
    this.#sum.announcedRegistered += people.filter(({ state }) => state === 'registered').length;
    this.#sum.announcedTwice += registrations.filter(({ repeated }) => repeated).length;
    this.#sum.arrivedOnly += people.filter(({ state }) => state === 'arrived').length;
    this.#sum.settled += shift.settled;
  }

  figures(): ReportedAnnouncements {
    return this.#sum;
  }
}
