import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import './copy-link.css';

interface CopyLinkProps {
  label: string;
  link: string;
  hint: string;
  onCopied?: (() => void) | undefined;
}

type CopyState = 'no' | 'yes' | 'failed';
const COPY_STATE_TEXTS: Record<CopyState, string> = {
  no: '',
  yes: 'Enlace copiado.',
  failed: 'No se pudo copiar. Selecciona el enlace y cópialo.',
};

export function CopyLink({ label, link, hint, onCopied }: CopyLinkProps) {
  const [copied, setCopied] = useState<CopyState>('no');
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      // The browser denied copying, so the link is selected for the user to copy it.
      input.current?.select();
      return setCopied('failed');
    }
    setCopied('yes');
    onCopied?.();
  };
  return (
    <div className="copy-link">
      <TextInput
        ref={input}
        label={label}
        description={hint}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="copy-link-action">
        <Button leftSection={<Icon name={copied === 'yes' ? 'check' : 'copy'} />} onClick={() => void copy()}>
          Copiar enlace
        </Button>
        <output>{COPY_STATE_TEXTS[copied]}</output>
      </div>
    </div>
  );
}
