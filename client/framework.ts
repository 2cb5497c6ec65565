// The libraries under every page, to be loaded before what is built on them.
import '@tanstack/react-query';
import '@tanstack/react-router';
import 'react-dom/client';
