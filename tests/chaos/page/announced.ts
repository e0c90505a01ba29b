import {
  announcementOf,
  readIndexedDay,
  shownStateOf,
} from '#features/reception/announced/use-expected-day.ts';
import { announcedPartOf, fillFormFromAnnouncement } from '#features/reception/announced/announcement.ts';
import { findExpectedByDocument } from '#domain/expected/day-index.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { readSignedInState } from '#storage/account/accounts.ts';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { db } from '#storage/database/database.ts';
import { markArrived, sendArrivals } from '#sync/expected/arrivals.ts';
import { deletePastDays, refreshExpectedDay } from '#sync/expected/day.ts';

async function requirePlace(day: string) {
  const account = await readSignedInState();
  if (!account?.branchId) throw new Error('nobody is signed in');
  return { ownerId: account.userId, branchId: account.branchId, day };
}

async function readDayOnDevice(day: string) {
  return (await readIndexedDay(await requirePlace(day)))?.index ?? null;
}

/**
 * Returns the form of an announced patient, as the wizard fills it. Every second document gets only the company, because the
 * user typed the rest without using the announcement; the confirmation then finds the person.
 */
export async function fillAnnounced(form: RegistrationForm): Promise<RegistrationForm> {
  const index = await readDayOnDevice(bogotaDay(Date.now()));
  const [person] = index ? findExpectedByDocument(index, form) : [];
  const announcement = index && person && announcementOf(index, person);
  if (!announcement) return form;
  const typed = { ...form, employer_company_id: announcement.list.company.id };
  if (Number(form.identification_number) % 2 === 0) return typed;
  return fillFormFromAnnouncement(typed, null, announcement, false);
}

/** Returns the form of a patient with another document who uses the announcement of a person, as after a typing error. */
export async function fillAnnouncedOf(form: RegistrationForm, document: string): Promise<RegistrationForm> {
  const day = bogotaDay(Date.now());
  const index = await readDayOnDevice(day);
  const [person] = index ? findExpectedByDocument(index, { ...form, identification_number: document }) : [];
  return person ? { ...form, ...announcedPartOf(person, day) } : form;
}

/** Marks the announced person with the document as arrived. Returns false if this device does not know the person today. */
async function markDocumentArrived(document: string): Promise<boolean> {
  const day = bogotaDay(Date.now());
  const index = await readDayOnDevice(day);
  const [person] = index
    ? findExpectedByDocument(index, { identification_type: 'CC', identification_number: document })
    : [];
  if (!person) return false;
  await markArrived(await requirePlace(day), person);
  return true;
}

export interface PersonOnDevice {
  readonly id: string;
  readonly state: string;
  /** True if only this device knows the state. */
  readonly isOnlyHere: boolean;
}

/** Sends the arrivals, refreshes the day, and returns the people as the screens show them; null if the day is not refreshed. */
async function synchronizeDay(day: string): Promise<PersonOnDevice[] | null> {
  await sendArrivals();
  if ((await refreshExpectedDay(day)) !== 'refreshed') return null;
  const [index, marks] = await Promise.all([readDayOnDevice(day), readExpectedMarks()]);
  return index && index.people.map((person) => ({ id: person.id, ...shownStateOf(person, marks) }));
}

/** Deletes the days before `day`, as the app does after midnight. Returns the number of rows of this user that stay. */
async function passDays(day: string): Promise<number> {
  const { ownerId } = await requirePlace(day);
  await deletePastDays(ownerId, day);
  return db.cache.where('[ownerId+kind]').equals([ownerId, 'expected']).count();
}

export const announcedCalls = {
  markArrived: markDocumentArrived,
  synchronizeDay,
  passDays,
};
