// An application whose main() fails.

int main() { return 1; }
