import { Button, Textarea } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { SaveResult } from '#sync/changes/clinical.ts';
import { serverNeededText, unreachableText } from '#sync/requests/unreachable-text.ts';
import { saveFailureOf } from '#sync/messages/failure-text.ts';
import { formatRejectionWithDetails } from '#sync/messages/rejection-text.ts';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import { tryFocusShortReason, ReasonField } from '../dialog/reason-field.tsx';
import './closed-change.css';

interface ChangeLabels {
  readonly label: string;
  readonly title: string;
  readonly done: string;
  readonly couldNot: string;
  /**
   * Reason why the button is disabled without network. `needsSession`: reason why it is disabled after the session has ended.
   */
  readonly needsNetwork: string;
  readonly needsSession: string;
}

interface ChangeTextPrompt {
  readonly label: string;
  readonly maxLength: number;
  readonly rows: number;
  /** True if the text is a reason, which has a minimum length. */
  readonly isReason?: boolean;
}

interface SignedEvaluationChangeProps {
  context: EvaluationContext;
  words: ChangeLabels;
  /** Text that the dialog requires; null if it requires none. */
  prompt: ChangeTextPrompt | null;
  send: (text: string) => Promise<SaveResult<Evaluation>>;
  children: ReactNode;
}

function useSignedEvaluationChange({ context, words, send }: SignedEvaluationChangeProps, done: () => void) {
  const change = useChangeRunner<string>();
  const attempt = async (text: string): Promise<string | null> => {
    const result = await send(text);
    if (result.type !== 'saved') {
      // Reads the evaluation again, because the server may have made the change although its response did not arrive.
      await context.reread();
      return result.type === 'unreachable'
        ? `${words.couldNot} ${unreachableText(result.cause)}`
        : formatRejectionWithDetails(saveFailureOf(result, words.couldNot));
    }
    context.take({ fields: result.body, etag: result.etag, restOf: context.held.etag });
    toast('ok', words.done);
    done();
    return null;
  };
  return { ...change, start: (text: string) => void change.run(() => attempt(text)) };
}

interface ChangeTextFieldProps {
  prompt: ChangeTextPrompt;
  text: string;
  isTried: boolean;
  onText: (text: string) => void;
}

function ChangeTextField({ prompt, text, isTried, onText }: ChangeTextFieldProps) {
  const { label, maxLength } = prompt;
  const field = { className: 'closed-change-text', label, maxLength, value: text };
  if (prompt.isReason)
    return (
      <ReasonField
        {...field}
        rows={{ min: prompt.rows, max: 10 }}
        isTried={isTried}
        isFirst
        onChange={onText}
      />
    );
  return (
    <Textarea
      {...field}
      data-autofocus
      autosize
      minRows={prompt.rows}
      maxRows={10}
      required
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/**
 * Changes a closed evaluation after a confirmation, which may require a text. The typed text is kept until the server has made
 * the change.
 */
export function SignedEvaluationChange(props: SignedEvaluationChangeProps) {
  const { context, words, prompt, children } = props;
  const [isPrompting, setPrompting] = useState(false);
  const [text, setText] = useState('');
  const [isTried, setTried] = useState(false);
  const hintId = useId();
  const { busy, trouble, start, forget } = useSignedEvaluationChange(props, () => {
    setPrompting(false);
    setText('');
  });
  const isBarred = context.disabledReason !== null;
  const barred =
    context.link.name === 'down' ? serverNeededText(context.link, words.needsNetwork) : words.needsSession;
  return (
    <ButtonWithReason hint={isBarred ? { id: hintId, text: barred } : null}>
      <Button
        disabled={isBarred}
        aria-describedby={isBarred ? hintId : undefined}
        onClick={() => {
          forget();
          setTried(false);
          setPrompting(true);
        }}
      >
        {words.label}
      </Button>
      <ConfirmDialog
        opened={isPrompting}
        title={words.title}
        confirmLabel={words.label}
        busy={busy}
        disabled={prompt !== null && text.trim() === ''}
        onConfirm={() => {
          setTried(true);
          if (!prompt?.isReason || !tryFocusShortReason()) start(text.trim());
        }}
        onCancel={() => setPrompting(false)}
      >
        {children}
        {prompt && <ChangeTextField prompt={prompt} text={text} isTried={isTried} onText={setText} />}
        {trouble !== null && <Notice kind="error">{trouble}</Notice>}
      </ConfirmDialog>
    </ButtonWithReason>
  );
}
