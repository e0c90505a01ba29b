import { setTimeout as pause } from 'node:timers/promises';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { bundlePageScript } from '#tests/support/server/page-program.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { Page } from '@playwright/test';
import { causeAccident } from './accident.ts';
import { RegistrationCorrector } from './corrections.ts';
import type { ChaosReport } from './report.ts';
import { ExpectedState } from './expected-state.ts';
import { FaultSequence, createChaosShifts, type EventName, type Round, type ChaosShift } from './schedule.ts';
import { CHAOS_SCRIPT_PATH, Tablet } from './tablet.ts';
import { ExpectedParkedDrafts } from './parked-drafts.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly evaluations: number;
  /** Server to use; without it, the run starts one. */
  readonly clinic?: ServerProcess;
  readonly onProgress: (line: string) => void;
}

/** Number of drafts left parked when the database is lost. */
const DRAFTS_PARKED_AT_DATABASE_LOSS = 2;

class ChaosRun {
  readonly reckoning = new ExpectedState();
  readonly room = new ExpectedParkedDrafts(this.reckoning);
  readonly events = new Map<EventName, number>();
  handedOver = 0;
  readonly #corrections = new RegistrationCorrector(this.reckoning);
  rescued = 0;
  readonly #clinic: ServerProcess;
  readonly #line: FaultProxy;
  readonly #faults: FaultSequence;
  readonly #tell: (line: string) => void;
  #switchedOn: Tablet | null = null;
  #here: ClinicUser | null = null;

  constructor(clinic: ServerProcess, line: FaultProxy, faults: FaultSequence, tell: (line: string) => void) {
    [this.#clinic, this.#line, this.#faults, this.#tell] = [clinic, line, faults, tell];
  }

  get #member(): ClinicUser {
    if (!this.#here) throw new Error('nobody is at the tablet');
    return this.#here;
  }

  get #tablet(): Tablet {
    if (!this.#switchedOn) throw new Error('no shift has begun');
    return this.#switchedOn;
  }

  async shift({ rounds }: ChaosShift): Promise<string[]> {
    const create = () => createClinicUser(this.#clinic);
    const people: [ClinicUser, ClinicUser] = [await create(), await create()];
    this.#switchedOn = new Tablet(this.#line);
    try {
      await this.#begin(people);
      for (const round of rounds) await this.#round(round, people);
      await this.#end(people);
      const differences = [
        ...this.room.differences.splice(0),
        ...(await this.reckoning.differences(this.#clinic, people)),
      ];
      if (differences.length > 0)
        this.#tell(`the tablet in the end: ${JSON.stringify(await this.#tablet.call('inventory', []))}`);
      return differences;
    } finally {
      await this.#tablet.destroy();
    }
  }

  /** Signs both users in on the tablet, so that each of them can sign in offline later. */
  async #begin([first, second]: [ClinicUser, ClinicUser]): Promise<void> {
    await this.#tablet.switchOn();
    await this.#tablet.desk.signIn(first, '/home');
    await this.#tablet.signIn(second);
    await this.#arrive(first);
  }

  async #arrive(member: ClinicUser): Promise<void> {
    await this.#tablet.signIn(member);
    this.#here = member;
  }

  // ---------------------------------------------------------------- one round

  async #round(round: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    this.events.set(round.event, (this.events.get(round.event) ?? 0) + 1);
    if (round.byHand) await this.#registerByHand();
    this.#faults.faulty = round.faulty;
    this.#line.chooseFaults(({ kind }) => (kind === null ? null : this.#faults.nextFault()));
    await this.#happen(round, people);
    await this.#arrive(this.#member);
    await this.#corrections.correctLastTwo(this.#tablet, this.#member);
    const { unsent } = await this.#tablet.readTabletStatus();
    const { length } = this.reckoning.confirmed;
    this.#tell(`${round.event}: ${length} confirmed, ${unsent} on their way`);
  }

  async #registerByHand(): Promise<void> {
    const { desk } = this.#tablet;
    const person = createVisitor();
    await desk.open('/reception');
    await desk.reachConfirmation(person);
    await desk.capture(await randomPhoto());
    // Holds the request until the digest of the compressed photo is read: the tablet deletes this photo after sending.
    const held = this.#line.hold({ kind: 'evaluation' }, 'before');
    await desk.confirm();
    await desk.button('Registrar otra evaluación').waitFor();
    const confirmed = await this.#tablet.call('lastConfirmed', []);
    this.reckoning.isConfirmed({ document: person.document, userId: this.#member.id, ...confirmed });
    this.reckoning.recordManualEntry(person.document);
    held.release();
    await this.#tablet.open(this.#tablet.page);
  }

  /** Registers patients while the round's event happens. If the tab died, the remaining patients are registered afterwards. */
  async #happen(round: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    switch (round.event) {
      case 'nothing':
      case 'portal':
      case 'line_down':
      case 'connections_refused':
      case 'kill_provider':
      case 'clock_jump':
      case 'end_sessions':
        await Promise.all([this.#register(round.captures), this.#accident(round)]);
        return;
      case 'kill_tab':
      case 'kill_browser': {
        const how = round.dies ? 'park' : 'capture';
        const [done] = await Promise.all([this.#register(round.captures, how), this.#accident(round)]);
        await this.#arrive(this.#member);
        if (round.dies) await this.#tablet.call('confirmWaiting', []);
        return this.#register(round.captures - done).then(() => undefined);
      }
      case 'second_tab':
        return this.#inTwoTabs(round);
      case 'switch_user':
        return this.#switchUser(round, people);
      case 'switch_user_offline':
        return this.#switchOffline(round, people);
      case 'hand_over':
        return this.#handOver(round, people);
      case 'rescue':
        return this.#rescue(round, people);
      case 'lose_database':
        return this.#loseDatabase(round, people);
    }
  }

  /** Parks half of the registrations and then confirms the other half. */
  async #registerAndPark(count: number): Promise<void> {
    await this.room.park(this.#tablet, Math.ceil(count / 2));
    await this.#register(Math.floor(count / 2));
  }

  /** Changes the user twice, so that each user returns to their own parked drafts. */
  async #switchUser({ captures }: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    await this.#registerAndPark(Math.ceil(captures / 2));
    await this.#arriveAndLook(this.#other(people), people);
    await this.#registerAndPark(Math.floor(captures / 2));
    for (const member of [this.#other(people), this.#member]) {
      await this.#arriveAndLook(member, people);
      await this.room.reopenDraft(this.#tablet, member, [this.#tablet.page]);
    }
  }

  /** Signs in and checks that the tablet stores all parked drafts and shows each user only their own. */
  async #arriveAndLook(member: ClinicUser, people: [ClinicUser, ClinicUser]): Promise<void> {
    await this.#arrive(member);
    await this.room.inspectDrafts(this.#tablet, member);
    await this.room.isClosedTo(this.#tablet, this.#other(people));
  }

  /** Makes the browser lose the database, as if the database were damaged. Afterwards users can sign in only online. */
  async #loseDatabase({ captures }: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    await this.room.park(this.#tablet, 1 + DRAFTS_PARKED_AT_DATABASE_LOSS);
    await this.#register(captures - 1);
    await this.room.reopenDraft(this.#tablet, this.#member, [this.#tablet.page], 1);
    await this.room.inspectDrafts(this.#tablet, this.#member);
    await this.#tablet.loseDatabase();
    await this.room.checkLost(this.#tablet);
    await this.#arriveAndLook(this.#other(people), people);
    await this.#arriveAndLook(this.#other(people), people);
    await this.#tablet.desk.catalogsAreHere();
  }

  #other([first, second]: [ClinicUser, ClinicUser]): ClinicUser {
    return this.#here === first ? second : first;
  }

  #accident(round: Round): Promise<void> {
    const [tablet, member] = [this.#tablet, this.#member];
    return causeAccident(round, { tablet, member, line: this.#line, clinic: this.#clinic });
  }

  /** Returns the number of attempts. With `mayDie` the page may die during the last one, so that its outcome is unknown. */
  async #register(count: number, mayDie?: 'capture' | 'park', page?: Page): Promise<number> {
    for (let nth = 1; nth <= count; nth += 1) {
      const { document } = createVisitor();
      this.reckoning.recordUncertain(document);
      try {
        const confirmed = await this.#tablet.call(mayDie ?? 'capture', [document], page);
        this.reckoning.isConfirmed(confirmed);
        // With `mayDie` none is corrected: if the page died during a correction, its outcome would stay unknown.
        if (!mayDie) await this.#corrections.correctImmediately(this.#tablet, confirmed, page);
      } catch (error) {
        if (!mayDie) throw error;
        return nth;
      }
    }
    return count;
  }

  /** Uses two windows alternately, which share one draft and both send: of every four registrations, two are parked, then two confirmed. */
  async #inTwoTabs({ captures }: Round): Promise<void> {
    const [tablet, member] = [this.#tablet, this.#member];
    const pages = [tablet.page, await tablet.secondTab()] as const;
    for (let nth = 0; nth < captures; nth += 1) {
      const page = pages[nth % 2];
      if (nth % 4 < 2) await this.room.park(tablet, 1, page);
      else await this.#register(1, undefined, page);
    }
    for (const page of pages) await this.room.inspectDrafts(tablet, member, page);
    await this.room.requestSameDraft(tablet, member, pages);
    await this.room.reopenDraft(tablet, member, pages.toReversed());
    await pages[1].close();
  }

  async #switchOffline({ captures, lasts }: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    this.#line.disconnect();
    await this.#arriveOffline(this.#other(people));
    await this.#register(captures);
    await pause(lasts);
    this.#line.restoreConnection();
  }

  async #arriveOffline(next: ClinicUser): Promise<void> {
    const result = await this.#tablet.signInOffline(next);
    if (result !== 'signed_in') throw new Error(`without network: ${result}`);
    this.#here = next;
  }

  /** Hands unsent entries over to the other user on the same tablet while it is offline. */
  async #handOver({ captures, dies, after, lasts }: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    this.#line.disconnect();
    await this.#register(captures);
    const left = await this.#tablet.call('leave', []);
    if (left !== 'left') throw new Error(`not handed over: ${left}`);
    await this.#arriveOffline(this.#other(people));
    const takeOver = () => this.#tablet.call('takeOver', []);
    this.handedOver += await this.#tablet.receiveOrDie(takeOver, dies ? after : null);
    await pause(lasts);
    this.#line.restoreConnection();
  }

  /** Moves a rescue file to another tablet while this tablet starts sending, so that both tablets send the same entries. */
  async #rescue({ captures, dies, after }: Round, people: [ClinicUser, ClinicUser]): Promise<void> {
    this.#line.disconnect();
    await this.#register(captures);
    const copy = await this.#tablet.call('copyOut', []);
    const there = new Tablet(this.#line);
    try {
      this.#line.restoreConnection();
      await there.switchOn();
      await there.desk.signIn(this.#other(people), '/home');
      this.rescued += await there.receiveOrDie(() => there.call('copyIn', [copy]), dies ? after : null);
      await there.waitUntilEmpty();
    } finally {
      await there.destroy();
    }
  }

  async #end(people: [ClinicUser, ClinicUser]): Promise<void> {
    this.#line.heal();
    for (const member of people) {
      await this.#arriveAndLook(member, people);
      await this.#tablet.waitUntilEmpty();
    }
  }
}

/** Runs the schedule of the seed, and compares the final state of the server with the confirmations. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, evaluations, onProgress } = options;
  const began = performance.now();
  const clinic = options.clinic ?? (await startServer());
  const line = await FaultProxy.start(clinic.origin);
  const faults = new FaultSequence(seed);
  const run = new ChaosRun(clinic, line, faults, onProgress);
  const differences: string[] = [];
  try {
    line.serveScript(CHAOS_SCRIPT_PATH, await bundlePageScript('tests/chaos/page/chaos-page.ts'));
    for (const [nth, shift] of createChaosShifts(seed, evaluations).entries()) {
      onProgress(`── shift ${nth + 1}`);
      differences.push(...(await run.shift(shift)));
      line.heal();
    }
  } finally {
    await line.close();
    if (!options.clinic) await clinic.destroy();
  }
  return {
    ...run.reckoning.figures(),
    ...run.room.figures(),
    byHand: run.reckoning.byHandCount,
    handedOver: run.handedOver,
    rescued: run.rescued,
    events: Object.fromEntries(run.events),
    faults: Object.fromEntries(faults.met),
    requests: line.sent().length,
    seconds: Math.round((performance.now() - began) / 1_000),
    differences,
  };
}
