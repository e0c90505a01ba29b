import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import './copy-link.css';

interface CopyLinkProps {
  label: string;
  link: string;
  /** A sentence: how long the link is valid, and that it is shown only once. */
  hint: string;
}

type Copied = 'no' | 'yes' | 'failed';
const WORDS: Record<Copied, string> = {
  no: '',
  yes: 'Enlace copiado.',
  failed: 'No se pudo copiar. Selecciona el enlace y cópialo.',
};

/** A link to be passed on by hand. */
export function CopyLink({ label, link, hint }: CopyLinkProps) {
  const [copied, setCopied] = useState<Copied>('no');
  const input = useRef<HTMLInputElement>(null);
  const copy = () => {
    navigator.clipboard.writeText(link).then(
      () => setCopied('yes'),
      () => {
        // Not allowed here: at least it is selected for the person's own keys.
        input.current?.select();
        setCopied('failed');
      },
    );
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
        <Button leftSection={<Icon name={copied === 'yes' ? 'check' : 'copy'} />} onClick={copy}>
          Copiar enlace
        </Button>
        <output>{WORDS[copied]}</output>
      </div>
    </div>
  );
}
