import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Branch } from '#contract/catalogs/branches.ts';
import { BRANCH_ROW } from '#tests/support/screens/empty-clinic.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { SigningRulesCard } from './signing-rule.tsx';

const signingRuleMocks = vi.hoisted(() => ({ setSigningRule: vi.fn(), toast: vi.fn() }));
vi.mock('#sync/administration/clinic/organization.ts', () => signingRuleMocks);
vi.mock('#ui/notices/toast.ts', () => signingRuleMocks);

const branch: Branch = {
  ...BRANCH_ROW,
  own_signature_only: false,
  unlinked_signatures: false,
  revision: 3,
};
function SigningRulesTestScreen({ read }: { read: Branch }) {
  const [shown, setShown] = useState(read);
  return <SigningRulesCard branch={shown} reread={() => Promise.resolve(shown)} onSaved={setShown} />;
}
const renderSigningRule = (patch: Partial<Branch> = {}) =>
  renderReadScreen(<SigningRulesTestScreen read={{ ...branch, ...patch }} />, '/organization');
const findUnlinkedSwitch = () =>
  screen.findByRole<HTMLInputElement>('switch', {
    name: 'Quien no tiene médico asignado firma sin contraseña',
  });

beforeEach(() => vi.clearAllMocks());

describe('P10.276 switch that lets users without a linked doctor sign', () => {
  it("P10.276 the switch of the signing rule saves the rule with the branch revision that was read, and explains the rule's effect", async () => {
    const body = { ...branch, unlinked_signatures: true, revision: 4 };
    signingRuleMocks.setSigningRule.mockResolvedValue({ type: 'saved', body, etag: null });
    renderSigningRule();
    expect(screen.getByText(/sin escribir su contraseña ni un motivo/)).toBeTruthy();
    await userEvent.click(await findUnlinkedSwitch());
    await waitFor(async () => expect((await findUnlinkedSwitch()).checked).toBe(true));
    expect(signingRuleMocks.setSigningRule).toHaveBeenCalledExactlyOnceWith(branch, {
      own_signature_only: false,
      unlinked_signatures: true,
    });
    expect(signingRuleMocks.toast).toHaveBeenCalledWith(
      'ok',
      'Quien no tiene médico asignado firma sin contraseña.',
    );
  });

  it('P10.276 the switch of the signing rule stays off and shows the error when the server rejects the change', async () => {
    const refusal = { status: 500, code: null, message: '', details: [] };
    signingRuleMocks.setSigningRule.mockResolvedValue({ type: 'refused', refusal });
    renderSigningRule();
    await userEvent.click(await findUnlinkedSwitch());
    expect((await screen.findByRole('alert')).textContent).toContain('No se pudo cambiar quién firma. (500)');
    expect((await findUnlinkedSwitch()).checked).toBe(false);
  });

  it('P10.276 the switch of the signing rule is disabled when doctors may sign only under their own name', async () => {
    renderSigningRule({ own_signature_only: true, unlinked_signatures: true });
    expect((await findUnlinkedSwitch()).disabled).toBe(true);
    expect(screen.getByText(/^No aplica mientras/)).toBeTruthy();
  });

  it('P10.276 the switch of the signing rule is hidden when the server does not send the rule', async () => {
    renderSigningRule({ unlinked_signatures: undefined });
    await screen.findByRole('switch', { name: 'Cada médico firma solo con su propio usuario' });
    expect(
      screen.queryByRole('switch', { name: 'Quien no tiene médico asignado firma sin contraseña' }),
    ).toBeNull();
  });
});
