import { Switch } from '@mantine/core';
import { useId } from 'react';
import type { Branch, SigningRuleBody } from '#contract/catalogs/branches.ts';
import { setSigningRule } from '#sync/administration/clinic/organization.ts';
import { saveFailureOf, type SaveFailure } from '#sync/messages/failure-text.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import './signing-rule.css';

interface SigningRulesCardProps {
  branch: Branch;
  reread: () => Promise<Branch | null>;
  onSaved: (branch: Branch) => void;
}

const CHANGE_SIGNING_RULE_FAILED_TEXT = 'No se pudo cambiar quién firma.';
const OWN_SIGNATURE_HINT =
  'Nadie firma en nombre de otra persona, y quien no tiene un médico asignado en Usuarios no firma. Sin esto, firmar como otro pide contraseña y motivo, y los dos nombres quedan en la historia.';
const UNLINKED_SIGNATURE_HINT =
  'Firma como un médico que tampoco tiene usuario, sin escribir su contraseña ni un motivo; su nombre queda en la historia. Firmar como un médico que sí tiene usuario los pide siempre.';
const UNLINKED_RULE_UNUSED_HINT = 'No aplica mientras cada médico firma solo con su propio usuario.';

interface RuleSwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
}

function RuleSwitch({ hint, onChange, ...props }: RuleSwitchProps) {
  const hintId = useId();
  return (
    <>
      <Switch
        {...props}
        classNames={{ body: 'signing-rule-switch', label: 'signing-rule-label' }}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p id={hintId}>{hint}</p>
    </>
  );
}

function useSigningRuleChange({ branch, reread, onSaved }: SigningRulesCardProps) {
  const { busy, trouble, run } = useChangeRunner<SaveFailure>();
  const change = (rule: SigningRuleBody, success: string) =>
    void run(async () => {
      const result = await setSigningRule(branch, rule);
      if (result.type === 'saved') {
        onSaved(result.body);
        toast('ok', success);
      } else await reread();
      return saveFailureOf(result, CHANGE_SIGNING_RULE_FAILED_TEXT);
    });
  return { busy, trouble, change };
}

/** Rules of this branch about signing as another doctor. Hidden with a base-contract server, which sends no rules. */
export function SigningRulesCard(props: SigningRulesCardProps) {
  const { own_signature_only: own, unlinked_signatures: unlinked } = props.branch;
  const { busy, trouble, change } = useSigningRuleChange(props);
  if (own === undefined) return null;
  return (
    <Card title="Quién firma">
      <div className="signing-rule">
        <RuleSwitch
          label="Cada médico firma solo con su propio usuario"
          hint={OWN_SIGNATURE_HINT}
          checked={own}
          disabled={busy}
          onChange={(isOn) =>
            change(
              { own_signature_only: isOn },
              isOn ? 'Cada médico firma con su propio usuario.' : 'Se puede firmar en nombre de otro.',
            )
          }
        />
        {unlinked !== undefined && (
          <RuleSwitch
            label="Quien no tiene médico asignado firma sin contraseña"
            hint={own ? UNLINKED_RULE_UNUSED_HINT : UNLINKED_SIGNATURE_HINT}
            checked={unlinked}
            disabled={busy || own}
            onChange={(isOn) =>
              change(
                { own_signature_only: own, unlinked_signatures: isOn },
                isOn
                  ? 'Quien no tiene médico asignado firma sin contraseña.'
                  : 'Quien no tiene médico asignado firma con contraseña y motivo.',
              )
            }
          />
        )}
        {trouble && (
          <Notice kind="error" supportCode={trouble.supportCode}>
            {trouble.text}
          </Notice>
        )}
      </div>
    </Card>
  );
}
