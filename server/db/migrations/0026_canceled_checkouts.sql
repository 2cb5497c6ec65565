-- When the buyer left the checkout by its cancel link. The state still follows the provider, and a
-- payment that arrives later is credited.
alter table orders add column canceled_at timestamptz;
