import type { CallInput } from '#network/client.ts';
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
const INVITED_USER = {
  id: '0195f3a0-0000-7000-8000-0000000000c1',
  email: 'zoe@clinica.test',
  display_name: 'Zoe Demo',
  status: 'invited',
  branch_id: BRANCH_ID,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  actions: ['register_patients', 'view_dashboard'],
};
const emptyCounts = { total: 0, active: 0 };

export class EmptyClinicServer extends CatalogServer {
  readonly companies: object[] = [];
  readonly branches: object[] = [];
  readonly types: { code: string }[] = [];
  readonly users: object[] = [];

  constructor() {
    super();
    const addRow = (rows: object[], row: (body: object) => object) => (input: CallInput) => {
      const next = row(input.body as object);
      rows.push(next);
      return okResponse(next, 201);
    };
    const count = (rows: readonly object[]) => ({ total: rows.length, active: rows.length });
    this.on('listCompanies', () => okResponse(createListPage(this.companies)));
    this.on(
      'createCompany',
      addRow(this.companies, (body) => companyRow(body)),
    );
    this.on('listBranches', () => okResponse(createListPage(this.branches)));
    this.on(
      'createBranch',
      addRow(this.branches, (body) => ({ ...BRANCH_ROW, ...body })),
    );
    this.on('listEvaluationTypes', () => okResponse(createListPage(this.types)));
    this.on(
      'createEvaluationType',
      addRow(this.types, (body) => ({ ...body, id: BRANCH_ID, is_active: true })),
    );
    this.on('listDoctors', okResponse(createListPage([])));
    this.on('listUsers', () => okResponse(createListPage([{ ...INVITED_USER, id: ANA_ID }, ...this.users])));
    this.on(
      'createUser',
      addRow(this.users, (body) => ({ ...INVITED_USER, ...body, invite_token: 't0k' })),
    );
    this.on('ownBranch', () => okResponse(BRANCH_ROW));
    this.on('catalogOverview', () =>
      okResponse({
        evaluation_types: count(this.types),
        companies: count(this.companies),
        branches: count(this.branches),
        exams: emptyCounts,
        doctors: emptyCounts,
      }),
    );
  }
}
