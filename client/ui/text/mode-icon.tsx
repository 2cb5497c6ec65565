import { useSite } from '#client/lib/site.ts';
import { ListIcon } from '#client/ui/icon/list-icon.tsx';

type Props = {
  /** The key of a player's game mode, if there is one. */
  mode: string | undefined;
  className?: string | undefined;
};

export function ModeIcon({ mode, className }: Props) {
  const found = useSite().modes?.find(({ key }) => key === mode);
  if (!found) return null;
  const { icon, colour, name } = found;
  return <ListIcon name={icon} colour={colour} label={name} className={className} />;
}

type SupporterProps = { step: number | undefined; className?: string | undefined };

/** The owner may have switched the icons off. */
export function SupporterIcon({ step, className }: SupporterProps) {
  const found = useSite().supporterSteps?.find(({ id }) => id === step);
  return (
    found && (
      <ListIcon name={found.icon} colour={found.colour} label={found.name} className={className} />
    )
  );
}
