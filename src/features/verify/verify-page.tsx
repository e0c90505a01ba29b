import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type SubmitEvent } from 'react';
import { VERIFICATION_INPUT_MAX_LENGTH, parseVerificationInput } from '#domain/verification/scan.ts';
import type { VerificationChecks } from '#domain/verification/verdict.ts';
import { verifyScannedDocument } from '#sync/reads/documents/verification.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { VerificationResult } from './checked.tsx';
import './verify-page.css';

const NO_CODE_TEXT =
  'Eso no es un código ni un QR de un documento. El código tiene doce letras y números, como 7KQ2-9M4X-HJ3T.';

function useVerification() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [checked, setChecked] = useState<VerificationChecks | null>(null);
  const check = async (typed: string) => {
    setChecked(null);
    const scan = parseVerificationInput(typed);
    setProblem(scan ? null : NO_CODE_TEXT);
    if (!scan) return;
    setBusy(true);
    try {
      setChecked(await verifyScannedDocument(scan));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, checked, check };
}

/** Page `/verify`: checks whether the clinic issued a document. A QR code can be verified offline. */
export function VerifyPage() {
  const { busy, problem, checked, check } = useVerification();
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Selects the text, because a scanner types into the field and the next scan must replace the text.
    input.current?.select();
    check(input.current?.value ?? '').catch(reportError);
  };
  return (
    <div className="verify">
      <PageHeader
        title="Verificar un documento"
        sub="De un concepto o una historia clínica de tu clínica. El QR se comprueba también sin red."
      />
      <Card>
        <form className="verify-form" noValidate onSubmit={submit}>
          <TextInput
            ref={input}
            label="Código o QR"
            description="Escribe el código impreso, o lee el QR con un lector."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={VERIFICATION_INPUT_MAX_LENGTH}
            error={problem}
          />
          <Button type="submit" variant="filled" loading={busy}>
            Verificar
          </Button>
        </form>
      </Card>
      <div className="verify-response" aria-live="polite">
        {checked && <VerificationResult checked={checked} />}
      </div>
    </div>
  );
}
