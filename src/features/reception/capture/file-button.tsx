import { useRef } from 'react';
import { Icon } from '#ui/icon.tsx';

interface FileButtonProps {
  /** What is read aloud; it ends in the words that are shown. */
  label: `${string} desde archivo`;
  onFile: (file: File) => void;
}

/** A file input that looks like a button and stays one for keyboard and screen reader. `capture` is not forced. */
export function FileButton({ label, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = () => {
    const file = input.current?.files?.[0];
    if (file) onFile(file);
    // The same file chosen again must be a change again.
    if (input.current) input.current.value = '';
  };
  return (
    <label className="file-button">
      <input ref={input} type="file" aria-label={label} accept="image/jpeg,image/png" onChange={onChange} />
      <Icon name="image" size={20} />
      <span>Desde archivo</span>
    </label>
  );
}
