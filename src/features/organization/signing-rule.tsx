import { Switch } from '@mantine/core';
import { useId } from 'react';
import type { Branch } from '#contract/records/branches.ts';
import { setSigningRule } from '#sync/administration/organization.ts';
import { troubleOf, type Trouble } from '#sync/words/failure-text.ts';
import { Card } from '#ui/display/card.tsx';
import { useChange } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import './signing-rule.css';

interface SigningRuleProps {
  branch: Branch;
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
}

const COULD_NOT = 'No se pudo cambiar quién firma.';
const HINT =
  'Nadie firma en nombre de otra persona, y quien no tiene un médico asignado en Usuarios no firma. Sin esto, firmar como otro pide contraseña y motivo, y los dos nombres quedan en la historia.';

/** Who may sign for whom in this branch; a provider of the base contract says nothing of it. */
export function SigningRule({ branch, reread, onSaved }: SigningRuleProps) {
  const hintId = useId();
  const { busy, trouble, run } = useChange<Trouble>();
  const isOwnOnly = branch.own_signature_only ?? false;
  const change = (wanted: boolean) =>
    run(async () => {
      const result = await setSigningRule(branch, wanted);
      if (result.type === 'saved') {
        onSaved(result.body);
        toast(
          'ok',
          wanted ? 'Cada médico firma con su propio usuario.' : 'Se puede firmar en nombre de otro.',
        );
      } else await reread();
      return troubleOf(result, COULD_NOT);
    });
  if (branch.own_signature_only === undefined) return null;
  return (
    <Card title="Quién firma">
      <div className="signing-rule">
        <Switch
          classNames={{ body: 'signing-rule-switch', label: 'signing-rule-label' }}
          label="Cada médico firma solo con su propio usuario"
          aria-describedby={hintId}
          checked={isOwnOnly}
          disabled={busy}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <p id={hintId}>{HINT}</p>
        {trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {trouble.text}
          </Notice>
        )}
      </div>
    </Card>
  );
}
