import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ReadyFieldsButton } from '#components/ready-fields/ready-fields-button.tsx';
import { useCatalogTotals } from '#components/records/use-catalog-totals.ts';
import { QrCode } from '#ui/display/pictures/qr-code.tsx';
import type { StepProps } from './step.ts';
import './registration-step.css';

/**
 * Offer of the ready additional fields, if the server supports them. It is part of the last step, because a clinic can register
 * patients without such fields.
 */
function ReadyFieldsOffer({ account, disabledReason }: Pick<StepProps, 'account' | 'disabledReason'>) {
  const client = useQueryClient();
  const { data: totals } = useCatalogTotals(account.userId);
  if (!totals?.additional_fields) return null;
  return (
    <div className="setup-fields">
      <p>¿Recepción pide otros datos, como EPS, ARL o teléfono? Agrégalos ahora o después, en Catálogos.</p>
      <ReadyFieldsButton
        ownerId={account.userId}
        disabledReason={disabledReason}
        onAdded={() => void client.invalidateQueries({ queryKey: ['catalogs'] })}
      />
    </div>
  );
}

/** Last step: registering the first patient on the reception tablet, or on this device if the user has the permission. */
export const RegistrationStep = ({
  account,
  disabledReason,
}: Pick<StepProps, 'account' | 'disabledReason'>) => (
  <div className="setup-registration">
    <ol>
      <li>En la tableta de recepción, abre {location.origin} y elige «Instalar» o «Agregar a inicio».</li>
      <li>Quien atiende entra con su cuenta y toca «Registrar paciente».</li>
      <li>
        Si la empresa que envía a la persona no está, quien registra la propone ahí mismo, también sin red. Tú
        la confirmas en <Link to="/admin/catalogs/companies">Catálogos, Empresas</Link>.
      </li>
      <li>Con foto y firma se confirma. Este paso queda listo solo.</li>
    </ol>
    <QrCode text={location.origin} label="La dirección de Ventanilla, como código QR" />
    <ReadyFieldsOffer account={account} disabledReason={disabledReason} />
    {account.actions.includes('register_patients') && (
      <Button component={Link} to="/reception" variant="filled">
        Registrar a la primera persona
      </Button>
    )}
  </div>
);
