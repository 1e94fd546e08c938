module github.com/maitre-dev/maitre/internal/agui/oracle

go 1.26.0
