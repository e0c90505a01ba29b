import type { CallInput } from '#network/client.ts';
import type { RouteName } from '#contract/routes/routes.ts';
import { ANA_ID, BRANCH_ID } from '../device/device.ts';
import { CatalogServer, COMPANY_ID, companyRow, okResponse, createListPage } from './catalog-server.ts';

export const BRANCH_ROW = {
  id: BRANCH_ID,
  company_id: COMPANY_ID,
  company_name: 'IPS Muestra',
  name: 'Sede Palmira',
  has_logo: false,
  is_active: true,
};
export const NEW_DOCTOR_ID = '0195f3a0-0000-7000-8000-0000000000d1';
export const INVITED_USER = {
  status: 'invited',
  branch_id: BRANCH_ID,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  doctor: null,
  revision: 1,
};
const ADMINISTRATOR_ROW = {
  ...INVITED_USER,
  id: ANA_ID,
  email: 'ana@clinica.test',
  display_name: 'Ana',
  status: 'active',
  actions: ['user_management', 'manage_catalogs', 'manage_evaluations'],
};

type Row = Record<string, unknown>;
const bodyOf = ({ body }: CallInput): Row => body as Row;
const countRows = (rows: readonly object[]) => ({ total: rows.length, active: rows.length });
/** Id of the n-th row of a list. */
const idOf = (nth: number): string => `0195f3a0-0000-7000-8000-${String(nth).padStart(12, '0')}`;

/** Server of a clinic without rows. It stores the rows that the test creates. */
export class EmptyClinicServer extends CatalogServer {
  readonly companies: Row[] = [];
  readonly branches: Row[] = [];
  readonly types: Row[] = [];
  readonly exams: Row[] = [];
  readonly packages: Row[] = [];
  readonly doctors: Row[] = [];
  readonly users: Row[] = [{ ...ADMINISTRATOR_ROW }];

  constructor() {
    super();
    this.#serveRows('Companies', 'createCompany', this.companies, (body) => companyRow(body));
    this.#serveRows('Branches', 'createBranch', this.branches, (body) => ({ ...BRANCH_ROW, ...body }));
    this.#serveRows('EvaluationTypes', 'createEvaluationType', this.types);
    this.#serveRows('Exams', 'createExam', this.exams);
    this.#serveRows('Doctors', 'createDoctor', this.doctors, (body) => ({ ...body, id: NEW_DOCTOR_ID }));
    this.#serveRows('Users', 'createUser', this.users, (body, id) => ({
      ...INVITED_USER,
      ...body,
      id,
      invite_token: `token-of-${String(body['email'])}`,
    }));
    this.#serveLinks();
    this.on('ownBranch', () => okResponse(BRANCH_ROW));
    this.on('catalogOverview', () =>
      okResponse({
        evaluation_types: countRows(this.types),
        companies: countRows(this.companies),
        branches: countRows(this.branches),
        exams: countRows(this.exams),
        doctors: countRows(this.doctors),
      }),
    );
  }

  #serveRows(
    list: string,
    create: RouteName,
    rows: Row[],
    toRow: (body: Row, id: string) => Row = (body, id) => ({ ...body, id, is_active: true }),
  ): void {
    this.on(`list${list}` as RouteName, () => okResponse(createListPage(rows)));
    this.on(create, (input) => {
      rows.push(toRow(bodyOf(input), idOf(rows.length + 1)));
      return okResponse(rows.at(-1), 201);
    });
  }

  #serveLinks(): void {
    this.on('listExamPackages', () => okResponse({ items: this.packages }));
    this.on('setExamPackage', (input) => {
      const { evaluation_type_id: typeId } = bodyOf(input);
      const type = this.types.find(({ id }) => id === typeId);
      this.packages.push({ evaluation_type: type, company: null, job: null, exams: [], revision: 1 });
      return okResponse(this.packages.at(-1));
    });
    this.on('setDoctorSignature', () => {
      Object.assign(this.doctors[0] ?? {}, { signature_key: 'firma.png' });
      return okResponse(this.doctors[0]);
    });
    this.on('setUserDoctor', (input) => {
      const user = this.users.find(({ id }) => id === input.params?.['id']);
      Object.assign(user ?? {}, { doctor: { id: bodyOf(input)['doctor_id'], name: 'Dra. Zoe' } });
      return okResponse(user);
    });
    this.on('setUserPermissions', (input) => {
      const user = this.users.find(({ id }) => id === input.params?.['id']);
      Object.assign(user ?? {}, bodyOf(input));
      return okResponse(user);
    });
    this.on('resetUserPassword', okResponse({ reset_token: 'new-token' }));
  }
}
