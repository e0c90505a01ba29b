import { describe, expect, it } from 'vitest';
import { selectQuickAccessCards } from './quick-access.ts';
import { formatTodayCount } from './messages.ts';

const quickAccessLabels = (...actions: Parameters<typeof selectQuickAccessCards>[0]) =>
  selectQuickAccessCards(actions).map((card) => card.label);
const emptyHomeCount = {
  registered: 0,
  confirmed: 0,
  onTheirWay: 0,
  attention: 0,
  discarded: 0,
  handedOver: 0,
  hasOthers: false,
  waiting: null,
  deliveries: null,
};
const describePendingCard = (count: Partial<typeof emptyHomeCount>) =>
  selectQuickAccessCards(['register_patients'])
    .at(1)
    ?.describe({ ...emptyHomeCount, ...count }, { branchId: 'b', actions: ['register_patients'] });

const describeReceptionCard = (
  branchId: string | null,
  ...more: Parameters<typeof selectQuickAccessCards>[0]
) => {
  const actions = ['register_patients', ...more] as const;
  return selectQuickAccessCards(actions).at(0)?.describe(emptyHomeCount, { branchId, actions });
};

describe('quick access cards of the start page', () => {
  it('P6.5 a user who may register patients gets the reception card', () => {
    expect(quickAccessLabels('register_patients', 'view_dashboard')).toEqual([
      'Registrar paciente',
      'Pendientes de envío',
    ]);
  });

  it('P6.6 a user who may manage evaluations gets the cards of the evaluation lists', () => {
    expect(quickAccessLabels('manage_evaluations')).toEqual(['Lista de hoy', 'Evaluaciones']);
  });

  it("P10.206 the reception card is large for users who register patients, and the card of today's list for users who only review evaluations", () => {
    const mainEntries = (...actions: Parameters<typeof selectQuickAccessCards>[0]) =>
      selectQuickAccessCards(actions)
        .filter(({ main }) => main)
        .map(({ label }) => label);
    expect(mainEntries('manage_evaluations', 'view_dashboard')).toEqual(['Lista de hoy']);
    expect(mainEntries('register_patients', 'manage_evaluations')).toEqual(['Registrar paciente']);
    expect(mainEntries('view_dashboard', 'manage_catalogs')).toEqual([]);
  });

  it('P6.4 a user who may change catalogues, users or the organization gets the cards for them', () => {
    expect(quickAccessLabels('manage_catalogs')).toEqual(['Catálogos', 'Mi organización']);
    expect(quickAccessLabels('user_management')).toEqual(['Usuarios', 'Mi organización']);
  });

  it("P10.391 a user who hands documents over gets the card 'Entregas' with the number of waiting concepts", () => {
    expect(quickAccessLabels('deliver_documents')).toEqual(['Entregas']);
    const [card] = selectQuickAccessCards(['deliver_documents']);
    const describeCount = (deliveries: number | null) =>
      card?.describe({ ...emptyHomeCount, deliveries }, { branchId: 'b', actions: ['deliver_documents'] });
    expect([null, 0, 3].map(describeCount)).toEqual([
      'Conceptos cerrados hoy',
      'Nada por entregar',
      '3 por entregar',
    ]);
  });

  it('P2 the reception card tells a user without a branch that registering requires a branch', () => {
    expect(describeReceptionCard(null)).toBe('No tienes una sede asignada: sin ella no se puede registrar');
    expect(describeReceptionCard('b')).toBe('Datos, foto y firma, con red o sin ella');
  });

  it('P6 the reception card tells a user without a branch to select one or, if the user may not select, to request one', () => {
    expect(describeReceptionCard(null, 'user_management')).toBe(
      'Selecciona antes una sede en la barra superior',
    );
  });

  it('P2.10 a user without access to any screen gets no cards', () => {
    expect(quickAccessLabels('view_dashboard')).toEqual([]);
  });

  it('S22 the pending card shows how many entries of the shift were sent or, if any need attention, how many do', () => {
    expect(describePendingCard({})).toBe('Todo enviado');
    expect(describePendingCard({ registered: 1, confirmed: 1 })).toBe('Hoy: 1 registrada, 1 enviada');
    expect(describePendingCard({ registered: 2, confirmed: 1, discarded: 1 })).toBe(
      'Hoy: 2 registradas, 1 enviada, 1 descartada',
    );
    expect(describePendingCard({ registered: 23, confirmed: 20, onTheirWay: 3 })).toBe('3 por enviar');
    expect(describePendingCard({ registered: 23, onTheirWay: 3, attention: 2 })).toBe('2 requieren atención');
  });

  it("P10.219 the pending card does not claim that a colleague's evaluations were sent", () =>
    expect(describePendingCard({ hasOthers: true })).toBe('Todo lo tuyo, enviado'));

  it('P10.219 the pending card and the summary of the day use the same word for sent entries', () => {
    const count = { ...emptyHomeCount, registered: 23, confirmed: 23 };
    expect(describePendingCard(count)).toContain('23 enviadas');
    expect(formatTodayCount(count, null)).toContain('23 enviadas');
  });
});
