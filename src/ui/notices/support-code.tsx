import { Button } from '@mantine/core';
import { useState } from 'react';
import './support-code.css';

type CopyState = 'no' | 'yes' | 'failed';
const COPY_STATE_TEXTS: Record<CopyState, string> = {
  no: '',
  yes: 'Copiado.',
  failed: 'No se pudo copiar: selecciónalo.',
};

export function SupportCode({ code }: { code: string }) {
  const [copied, setCopied] = useState<CopyState>('no');
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  };
  return (
    <p className="support-code">
      <span>
        Código para soporte: <code>{code}</code>
      </span>
      <Button variant="subtle" aria-label={`Copiar el código ${code}`} onClick={copy}>
        Copiar
      </Button>
      <output>{COPY_STATE_TEXTS[copied]}</output>
    </p>
  );
}
